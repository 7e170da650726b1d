package predicates

// arithmetic has what stands between inputs and a comparison: products, quotients,
// remainders and sums.
func arithmetic() []Predicate {
	return []Predicate{
		query("three times one number and one more is another", linear),
		query("a quotient", quotient),
		query("a quotient of a product and a remainder of a sum", quotientAndRemainder),
		body("three weighted numbers against a fourth", weighted),
		body("the sum of a list is a number beside it", listTotal),
		body("the average of four and more", listAverage),
		body("the squares of a list, and its number", squares),
		query("the digits of a number", digitSum),
	}
}

func linear(in pair) int {
	if in.A > 1000 && 3*in.A+1 == in.B {
		return 1
	}
	return 0
}

func quotient(in number) int {
	if in.N/7 == 13 {
		return 1
	}
	return 0
}

func quotientAndRemainder(in pair) int {
	if in.A*5/3 == 7000 && (in.A+in.B)%97 == 31 {
		return 1
	}
	return 0
}

type four struct{ A, B, C, D int64 }

func weighted(in four) int {
	if in.A > 10 && in.B > 20 && in.C > 30 && 3*in.A+5*in.B+7*in.C == in.D {
		return 1
	}
	return 0
}

type invoice struct {
	Lines []int64
	Total int64
}

func listTotal(in invoice) int {
	sum := int64(0)
	for _, line := range in.Lines {
		if line < 100 {
			return 2
		}
		sum += line
	}
	if len(in.Lines) >= 3 && sum == in.Total {
		return 1
	}
	return 0
}

func listAverage(in invoice) int {
	sum := int64(0)
	for _, line := range in.Lines {
		sum += line
	}
	if len(in.Lines) >= 4 && sum/int64(len(in.Lines)) == 4200 {
		return 1
	}
	return 0
}

func squares(in invoice) int {
	sum := int64(0)
	for _, line := range in.Lines {
		sum += line * line
	}
	if sum > 500 && sum-int64(len(in.Lines)) == in.Total {
		return 1
	}
	return 0
}

func digitSum(in number) int {
	sum := int64(0)
	for n := in.N; n > 0; n /= 10 {
		sum += n % 10
	}
	if in.N > 100_000 && sum == 44 {
		return 1
	}
	return 0
}
