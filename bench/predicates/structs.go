package predicates

func structs() []Predicate {
	return []Predicate{
		body("a struct equal to another", equalStruct),
		body("arrays", equalArray),
		body("fields of fields", nested),
		body("what may be missing", missing),
		body("values of any type", equalAny),
		body("a method", accountOpen, "account.mayPay"),
		body("a list of structs", findItem),
	}
}

type point struct{ X, Y int32 }

func equalStruct(in struct{ P point }) int {
	if in.P == (point{320, -240}) {
		return 1
	}
	return 0
}

func equalArray(in struct{ A [3]int32 }) int {
	if in.A == [3]int32{10, 200, 3000} {
		return 1
	}
	return 0
}

type person struct {
	Age     int32
	Address struct {
		City string
		Code int32
	}
}

func nested(in person) int {
	if in.Age >= 18 && in.Age < 21 && in.Address.City == "Oslo" {
		if in.Address.Code == 150 {
			return 2
		}
		return 1
	}
	return 0
}

func missing(in struct {
	Note *string
	Size *int32
}) int {
	if in.Note == nil {
		return 0
	}
	if in.Size != nil && *in.Size == 640 {
		return 2
	}
	return 1
}

func equalAny(in struct{ A int32 }) int {
	var given, wanted any = in.A, int32(2222)
	if given == wanted {
		return 1
	}
	return 0
}

type account struct {
	Balance, Limit int32
	Blocked        bool
}

func (a account) mayPay(amount int32) bool {
	return !a.Blocked && amount > 0 && int64(a.Balance)+int64(a.Limit) >= int64(amount)
}

func accountOpen(in struct {
	Account account
	Amount  int32
}) int {
	if in.Account.mayPay(in.Amount) && in.Amount > 10_000 {
		return 1
	}
	return 0
}

type item struct {
	Name  string
	Count int32
}

func findItem(in struct{ Items []item }) int {
	for _, it := range in.Items {
		if it.Name == "pen" && it.Count > 12 {
			return 1
		}
	}
	return 0
}
