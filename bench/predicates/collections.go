package predicates

import "slices"

func collections() []Predicate {
	return []Predicate{
		query("a key of a map", mapLookup),
		query("a number as a key", mapOfNumbers),
		query("a word of a list", listedWord),
		query("a number of a list", listedNumber),
		body("how many are large", countLarge),
		body("a sum", sumOf),
		body("a pair with a sum", pairWithSum),
		body("an ascending list", ascending),
		body("the greatest is the third", greatestThird),
		body("an object with a certain member", hasMember),
		body("neighbours that are the same", neighbours),
		body("a way out of two loops", wayOut),
		query("a loop until something", steps),
		query("count down", countDown),
		body("a list of words", listOfWords),
	}
}

type list struct {
	List []int64 `schema:"maxItems=8"`
}

var prices = map[string]int{"apple": 3, "banana": 5, "cherry": 8, "damson": 13}

func mapLookup(in text) int {
	if price, ok := prices[in.S]; ok {
		return price
	}
	return -1
}

var ports = map[int64]string{22: "ssh", 443: "https", 8080: "alternative", 27_017: "database"}

func mapOfNumbers(in number) int {
	name, known := ports[in.N]
	if !known {
		return -1
	}
	return len(name)
}

func listedWord(in text) int {
	if slices.Contains([]string{"GB", "IE", "IS", "NZ"}, in.S) {
		return 1
	}
	return 0
}

func listedNumber(in number) int {
	if slices.Contains([]int64{1009, 10_007, -10_009}, in.N) {
		return 1
	}
	return 0
}

func countLarge(in list) int {
	n := 0
	for _, v := range in.List {
		if v > 5000 {
			n++
		}
	}
	if n >= 3 {
		return 1
	}
	return 0
}

func sumOf(in list) int {
	var sum int64
	for i := range in.List {
		sum += in.List[i]
	}
	if sum == 7654 {
		return 1
	}
	return 0
}

func pairWithSum(in list) int {
	for i := 0; i < len(in.List); i++ {
		for j := i + 1; j < len(in.List); j++ {
			if in.List[i]+in.List[j] == 4321 {
				return 1
			}
		}
	}
	return 0
}

func ascending(in list) int {
	for i := 1; i < len(in.List); i++ {
		if in.List[i-1] >= in.List[i] {
			return 0
		}
	}
	if len(in.List) >= 4 {
		return 1
	}
	return -1
}

func greatestThird(in list) int {
	var greatest int64
	at := -1
	for i, v := range in.List {
		if v > greatest {
			greatest, at = v, i
		}
	}
	if at == 2 && greatest > 3333 {
		return 1
	}
	return 0
}

func hasMember(in struct{ Map map[string]int32 }) int {
	n, ok := in.Map["retry"]
	switch {
	case !ok:
		return -1
	case n > 5:
		return 1
	}
	return 0
}

func neighbours(in list) int {
	for i := range in.List {
		if i > 0 && in.List[i] == in.List[i-1] && in.List[i] != 0 {
			return 1
		}
	}
	return 0
}

func wayOut(in struct{ Rows [][]int64 }) int {
	seen := 0
rows:
	for _, row := range in.Rows {
		for _, v := range row {
			if v < 0 {
				continue rows
			}
			if v == 909 {
				break rows
			}
			seen++
		}
	}
	return seen
}

func steps(in struct {
	N int64 `schema:"minimum=1,maximum=100000"`
}) int {
	n, count := in.N, 0
	for n > 1 {
		if n%2 == 0 {
			n /= 2
		} else {
			n = 3*n + 1
		}
		count++
	}
	if count == 25 {
		return 1
	}
	return 0
}

func countDown(in struct{ N uint16 }) int {
	total := 0
	for n := in.N; n > 10; n /= 10 {
		total += int(n % 10)
	}
	if total == 17 {
		return 1
	}
	return 0
}

func listOfWords(in struct{ Words []string }) int {
	for _, word := range in.Words {
		if word == "stop" {
			return 1
		}
	}
	if len(in.Words) > 4 {
		return 2
	}
	return 0
}
