package searchtest

// Toys returns new values of all toy problems of this package.
func Toys() []Toy {
	return []Toy{
		Numbers(), Nested(), Groups(), Late(), Anywhere(), Infeasible(),
		Needles(), Deceptive(), Easy(),
	}
}

// Numbers has 20 independent targets, all of which every vector reaches: each number has one right value among a
// million.
func Numbers() Toy {
	return Toy{
		Name: "numbers", Shortest: 20, Longest: 20, Limit: 1 << 20, Feasible: 20, Gradient: true,
		Score: func(v Vector, reach func(int, float64)) {
			for i, x := range v {
				reach(i, Near(x, secret(i, 1<<20)))
			}
		},
	}
}

// Nested has 8 branches, each inside the one before. Only a vector that covers
// all the earlier targets reaches the next.
func Nested() Toy {
	return Toy{
		Name: "nested", Shortest: 8, Longest: 8, Limit: 1 << 12, Feasible: 8, Gradient: true,
		Score: func(v Vector, reach func(int, float64)) {
			for i, x := range v {
				near := Near(x, secret(i, 1<<12))
				reach(i, near)
				if near < 1 {
					return
				}
			}
		},
	}
}

// Groups has 400 targets, of which an evaluation reaches four. The first number selects one of a hundred groups.
func Groups() Toy {
	const groups = 100
	return Toy{
		Name: "groups", Shortest: 5, Longest: 5, Limit: 1 << 10, Feasible: 4 * groups, Gradient: true,
		Score: func(v Vector, reach func(int, float64)) {
			first := 4 * (v[0] % groups)
			for i, x := range v[1:] {
				reach(first+i, Near(x, secret(first+i, 1<<10)))
			}
		},
	}
}

// Late shows its targets one after the other. A vector that covers one of the first six targets reaches the next,
// together with five that nothing can cover.
func Late() Toy {
	return Toy{
		Name: "late", Shortest: 6, Longest: 6, Limit: 1 << 12, Feasible: 6, Gradient: true,
		Score: func(v Vector, reach func(int, float64)) {
			for i, x := range v {
				near := Near(x, secret(i, 1<<12))
				reach(i, near)
				if near < 1 {
					return
				}
				for j := range 5 {
					reach(6+5*i+j, 0.5)
				}
			}
		},
	}
}

// Anywhere has 10 targets. A value at any index of a vector of 1 to 10 numbers covers a target. A vector of one number
// suffices, so the best suite is short.
func Anywhere() Toy {
	return Toy{
		Name: "anywhere", Shortest: 1, Longest: 10, Limit: 1 << 16, Feasible: 10, Gradient: true,
		Score: func(v Vector, reach func(int, float64)) {
			for target := range 10 {
				for _, x := range v {
					reach(target, Near(x, secret(target, 1<<16)))
				}
			}
		},
	}
}

// Infeasible has 5 targets with a gradient among 95 that nothing can cover. Some of the 95 are flat, and some have a
// gradient up to a maximum below 1.
func Infeasible() Toy {
	return Toy{
		Name: "infeasible", Shortest: 5, Longest: 5, Limit: 1 << 16, Feasible: 5, Gradient: true,
		Score: func(v Vector, reach func(int, float64)) {
			for i, x := range v {
				reach(i, Near(x, secret(i, 1<<16)))
			}
			for i := 5; i < 100; i++ {
				top := 0.5
				if i%3 == 0 {
					top = 0.9 * Near(v[i%5], secret(i, 1<<16))
				}
				reach(i, top)
			}
		},
	}
}

// Needles has 5 targets without any gradient. For each a vector needs one number of 400.
func Needles() Toy {
	return Toy{
		Name: "needles", Shortest: 5, Longest: 5, Limit: 400, Feasible: 5,
		Score: func(v Vector, reach func(int, float64)) {
			for i, x := range v {
				reach(i, scoreOfHit(x == secret(i, 400)))
			}
		},
	}
}

// Deceptive has 4 targets whose scores lead away from them: the optimum is 0, but among the other numbers a larger one
// scores better.
func Deceptive() Toy {
	const limit = 200
	return Toy{
		Name: "deceptive", Shortest: 4, Longest: 4, Limit: limit, Feasible: 4,
		Score: func(v Vector, reach func(int, float64)) {
			for i, x := range v {
				value := 1.0
				if x > 0 {
					value = 0.1 + 0.8*float64(x)/limit
				}
				reach(i, value)
			}
		},
	}
}

// Easy has 10 easy targets among 40 that nothing covers. Random search covers each of the 10 with one evaluation in
// sixteen, so every algorithm has to cover them.
func Easy() Toy {
	return Toy{
		Name: "easy", Shortest: 10, Longest: 10, Limit: 16, Feasible: 10,
		Score: func(v Vector, reach func(int, float64)) {
			for i := range 40 {
				reach(10+i, 0.5)
			}
			for i, x := range v {
				reach(i, scoreOfHit(x == secret(i, 16)))
			}
		},
	}
}

// scoreOfHit returns a score without gradient: 1 for a hit, else 0.5.
func scoreOfHit(hit bool) float64 {
	if hit {
		return 1
	}
	return 0.5
}
