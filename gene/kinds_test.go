package gene_test

import (
	"math/big"
	"testing"

	"github.com/evoke-go/evoke/gene"
	"github.com/evoke-go/evoke/gene/genetest"
)

func ptr[T any](v T) *T { return &v }

func regex(pattern string) *gene.Regex {
	g, err := gene.NewRegex(pattern)
	if err != nil {
		panic(err)
	}
	return g
}

func text(low, high int) *gene.String {
	return gene.NewString(gene.StringLimits{MinLength: low, MaxLength: high})
}

// kind is a named constructor of a gene, for tests of all kinds of genes.
type kind struct {
	name string
	make func() gene.Gene
}

// scalars are the genes without children.
var scalars = []kind{
	{"bool", func() gene.Gene { return gene.NewBool() }},
	{"enum", func() gene.Gene { return gene.NewEnum("a", 1, 2.5, nil, true) }},
	{"enum of one", func() gene.Gene { return gene.NewEnum("a") }},
	{"enum of lists", func() gene.Gene { return gene.NewEnum([]any{1}, map[string]any{"a": 1}) }},
	{"const", func() gene.Gene { return gene.NewConst(map[string]int{"b": 1, "a": 2}) }},
	{"int", func() gene.Gene { return gene.NewInt(-5, 500) }},
	{"int of two", func() gene.Gene { return gene.NewInt(7, 8) }},
	{"int of one", func() gene.Gene { return gene.NewInt(7, 7) }},
	{"int of multiples", func() gene.Gene { return gene.NewInt(-100, 1000).SetMultiple(7) }},
	{"int32", func() gene.Gene { return gene.NewInt32() }},
	{"int64", func() gene.Gene { return gene.NewInt64() }},
	{"int64 of multiples", func() gene.Gene { return gene.NewInt64().SetMultiple(1000) }},
	{"big", func() gene.Gene { return gene.NewBigInt(nil, nil) }},
	{"big bounded", func() gene.Gene { return gene.NewBigInt(big.NewInt(-3), big.NewInt(9)) }},
	{"big from below", func() gene.Gene { return gene.NewBigInt(new(big.Int).Lsh(big.NewInt(1), 200), nil) }},
	{"big from above", func() gene.Gene { return gene.NewBigInt(nil, big.NewInt(-8)) }},
	{"float", func() gene.Gene { return gene.NewFloat(gene.FloatLimits{}) }},
	{"float in range", func() gene.Gene { return gene.NewFloat(gene.FloatLimits{Min: ptr(0.1), Max: ptr(0.7)}) }},
	{"double", func() gene.Gene { return gene.NewDouble(gene.FloatLimits{}) }},
	{"double in range", func() gene.Gene {
		return gene.NewDouble(gene.FloatLimits{Min: ptr(0.0), Max: ptr(1.0), ExclusiveMin: true, ExclusiveMax: true})
	}},
	{"double of multiples", func() gene.Gene {
		return gene.NewDouble(gene.FloatLimits{Min: ptr(0.0), Max: ptr(10.0), Multiple: 0.01})
	}},
	{"double of one", func() gene.Gene { return gene.NewDouble(gene.FloatLimits{Min: ptr(2.5), Max: ptr(2.5)}) }},
	{"decimal", func() gene.Gene { return gene.NewDecimal(gene.DecimalLimits{Scale: 2}) }},
	{"decimal in range", func() gene.Gene {
		return gene.NewDecimal(gene.DecimalLimits{Min: big.NewRat(0, 1), Max: big.NewRat(1, 3),
			ExclusiveMin: true, Scale: 3})
	}},
	{"string", func() gene.Gene { return text(0, -1) }},
	{"string of 3 to 5", func() gene.Gene { return text(3, 5) }},
	{"string of 2", func() gene.Gene { return text(2, 2) }},
	{"empty string", func() gene.Gene { return text(0, 0) }},
	{"string of long", func() gene.Gene { return text(2000, -1) }},
	{"string of 2000 to 5000", func() gene.Gene { return text(2000, 5000) }},
	{"string of digits", func() gene.Gene {
		return gene.NewString(gene.StringLimits{MinLength: 1, MaxLength: 4, Alphabet: "0123456789"})
	}},
	{"string of one letter", func() gene.Gene {
		return gene.NewString(gene.StringLimits{MinLength: 2, MaxLength: 4, Alphabet: "é"})
	}},
	{"checked", func() gene.Gene {
		return gene.NewChecked(regex(`^[0-9]{3,5}$`), func(s string) string { return s + s[:1] },
			func(s string) string { return s[:max(0, len(s)-1)] })
	}},
	{"base64", func() gene.Gene { return gene.NewBase64(0, -1) }},
	{"base64 of 3", func() gene.Gene { return gene.NewBase64(3, 3) }},
	{"binary", func() gene.Gene { return gene.NewBinary(1, 40) }},
	{"date", func() gene.Gene { return gene.NewDate(false) }},
	{"date maybe invalid", func() gene.Gene { return gene.NewDate(true) }},
	{"time", func() gene.Gene { return gene.NewTime(false) }},
	{"time maybe invalid", func() gene.Gene { return gene.NewTime(true) }},
	{"date-time", func() gene.Gene { return gene.NewDateTime(false) }},
	{"date-time maybe invalid", func() gene.Gene { return gene.NewDateTime(true) }},
	{"uuid", func() gene.Gene { return gene.NewUUID() }},
	{"uri", func() gene.Gene { return gene.NewURI() }},
	{"email", func() gene.Gene { return gene.NewEmail() }},
	{"hostname", func() gene.Gene { return gene.NewHostname() }},
	{"ip", func() gene.Gene { return gene.NewIP(0) }},
	{"ip 4", func() gene.Gene { return gene.NewIP(4) }},
	{"ip 6", func() gene.Gene { return gene.NewIP(6) }},
	{"regex", func() gene.Gene { return regex(`^[A-Z]{2}\d{3,5}(-(x|yy))?$`) }},
	{"regex unanchored", func() gene.Gene { return regex(`a|b`) }},
	{"regex of one", func() gene.Gene { return regex(`^abc$`) }},
	{"regex with inner anchors", func() gene.Gene { return regex(`^a+$|\bfoo\b.*`) }},
	{"regex with length", func() gene.Gene { return regex(`^[a-z]+(\.[a-z]+)*$`).WithLength(12, 20) }},
	{"cycle", func() gene.Gene { return gene.NewCycle() }},
}

// composites are the genes made of other genes.
var composites = []kind{
	{"array", func() gene.Gene { return gene.NewArray(gene.NewInt32(), gene.ArrayLimits{Max: -1}) }},
	{"array of 2 to 3", func() gene.Gene { return gene.NewArray(text(0, 5), gene.ArrayLimits{Min: 2, Max: 3}) }},
	{"array of constants", func() gene.Gene { return gene.NewArray(gene.NewConst(1), gene.ArrayLimits{Max: 3}) }},
	{"array of nothing", func() gene.Gene { return gene.NewArray(gene.NewCycle(), gene.ArrayLimits{Min: 2, Max: 3}) }},
	{"array of optionals", func() gene.Gene {
		return gene.NewArray(gene.NewOptional(gene.NewBool()), gene.ArrayLimits{Min: 1, Max: 3})
	}},
	{"unique array", func() gene.Gene {
		return gene.NewArray(gene.NewInt(0, 9), gene.ArrayLimits{Min: 1, Max: 8, Unique: true})
	}},
	{"unique array of all", func() gene.Gene {
		return gene.NewArray(gene.NewEnum("a", "b", "c"), gene.ArrayLimits{Min: 3, Max: 3, Unique: true})
	}},
	{"unique array of too many", func() gene.Gene {
		return gene.NewArray(gene.NewBool(), gene.ArrayLimits{Min: 5, Max: 9, Unique: true})
	}},
	{"unique array of one constant", func() gene.Gene {
		return gene.NewArray(gene.NewConst(1), gene.ArrayLimits{Min: 2, Max: 9, Unique: true})
	}},
	{"tuple", func() gene.Gene { return gene.NewTuple(gene.NewInt32(), gene.NewBool(), gene.NewOptional(text(1, 4))) }},
	{"tuple of constants", func() gene.Gene { return gene.NewTuple(gene.NewConst(1), gene.NewConst("x")) }},
	{"object", func() gene.Gene { return order() }},
	{"empty object", func() gene.Gene { return gene.NewObject() }},
	{"object with additional members", func() gene.Gene {
		return gene.NewObject(gene.Field{Name: "a", Gene: gene.NewConst(1)}).SetAdditional(gene.NewInt32(), 3)
	}},
	{"object of 2 to 3 members", func() gene.Gene { return counted(2, 3) }},
	{"object of 2 members", func() gene.Gene { return counted(2, 2) }},
	{"object with additional members only", func() gene.Gene {
		return gene.NewObject().SetAdditional(gene.NewBool(), -1).SetCount(1, 2)
	}},
	{"object with a hidden optional", func() gene.Gene {
		return gene.NewObject(
			gene.Field{Name: "a", Gene: gene.NewDisruptive(gene.NewOptional(gene.NewInt(1, 3)), 1)},
			gene.Field{Name: "b", Gene: gene.NewOptional(gene.NewConst("b"))},
		).SetCount(1, 2)
	}},
	{"map", func() gene.Gene { return gene.NewMap(text(1, 3), gene.NewInt32(), 0, -1) }},
	{"map of 2 to 3", func() gene.Gene { return gene.NewMap(gene.NewEnum("a", "b", "c"), gene.NewBool(), 2, 3) }},
	{"map of numbers", func() gene.Gene { return gene.NewMap(gene.NewInt(0, 20), gene.NewConst(nil), 0, 4) }},
	{"optional", func() gene.Gene { return gene.NewOptional(gene.NewInt32()) }},
	{"optional constant", func() gene.Gene { return gene.NewOptional(gene.NewConst("x")) }},
	{"optional cycle", func() gene.Gene { return gene.NewOptional(gene.NewCycle()) }},
	{"nullable", func() gene.Gene { return gene.NewNullable(gene.NewInt32()) }},
	{"nullable constant", func() gene.Gene { return gene.NewNullable(gene.NewConst("x")) }},
	{"nullable null", func() gene.Gene { return gene.NewNullable(gene.NewConst(nil)) }},
	{"nullable enum with null", func() gene.Gene { return gene.NewNullable(gene.NewEnum(nil, "a")) }},
	{"nullable cycle", func() gene.Gene { return gene.NewNullable(gene.NewCycle()) }},
	{"choice", func() gene.Gene { return gene.NewChoice(gene.NewInt32(), text(0, 4), gene.NewCycle()) }},
	{"choice of one", func() gene.Gene { return gene.NewChoice(gene.NewBool()) }},
	{"choice of constants", func() gene.Gene {
		return gene.NewChoice(gene.NewConst(1), gene.NewConst(2), gene.NewConst(3))
	}},
	{"choice with overlap", func() gene.Gene { return gene.NewChoice(gene.NewConst(1), gene.NewInt(1, 2)) }},
	{"choice of nothing", func() gene.Gene { return gene.NewChoice() }},
	{"weighted choice", func() gene.Gene {
		return gene.NewWeightedChoice([]float64{9, 1, 0}, gene.NewInt(0, 3), gene.NewConst("x"), gene.NewConst("never"))
	}},
	{"numeric string", func() gene.Gene { return gene.NewNumericString(gene.NewInt(-5, 99)) }},
	{"numeric string of decimals", func() gene.Gene {
		return gene.NewNumericString(gene.NewDecimal(gene.DecimalLimits{Scale: 2}))
	}},
	{"numeric string of doubles",
		func() gene.Gene { return gene.NewNumericString(gene.NewDouble(gene.FloatLimits{})) }},
	{"seeded", func() gene.Gene { return gene.NewSeeded(gene.NewInt(0, 9), 3, 12, "word") }},
	{"seeded with one", func() gene.Gene { return gene.NewSeeded(text(1, 4), "abc") }},
	{"seeded constant", func() gene.Gene { return gene.NewSeeded(gene.NewConst(1), 1) }},
	{"seeded constant with another", func() gene.Gene { return gene.NewSeeded(gene.NewConst(1), 2) }},
	{"chain", func() gene.Gene { return chain() }},
	{"expression", func() gene.Gene { return expression() }},
	{"tree", func() gene.Gene { return tree() }},
	{"recursion that is not closed", func() gene.Gene { return gene.NewRecursion(text(0, 3)).Gene() }},
	{"disruptive never", func() gene.Gene { return gene.NewDisruptive(gene.NewInt32(), 0) }},
	{"disruptive always", func() gene.Gene { return gene.NewDisruptive(gene.NewInt32(), 1) }},
}

func counted(low, high int) *gene.Object {
	return gene.NewObject(
		gene.Field{Name: "id", Gene: gene.NewInt(1, 9)},
		gene.Field{Name: "a", Gene: gene.NewOptional(gene.NewConst("a"))},
		gene.Field{Name: "b", Gene: gene.NewOptional(gene.NewBool())},
		gene.Field{Name: "self", Gene: gene.NewCycle()},
	).SetAdditional(gene.NewInt(0, 1), 2).SetCount(low, high)
}

// order is a realistic nested object: an order in a shop.
func order() *gene.Object {
	line := gene.NewObject(
		gene.Field{Name: "sku", Gene: regex(`^[A-Z]{3}-\d{4}$`)},
		gene.Field{Name: "quantity", Gene: gene.NewInt(1, 99)},
		gene.Field{Name: "price", Gene: gene.NewDecimal(gene.DecimalLimits{Min: new(big.Rat), Scale: 2})},
		gene.Field{Name: "note", Gene: gene.NewOptional(gene.NewNullable(text(0, 200)))},
	)
	address := gene.NewObject(
		gene.Field{Name: "street", Gene: text(1, 80)},
		gene.Field{Name: "city", Gene: text(1, 80)},
		gene.Field{Name: "country", Gene: gene.NewEnum("DE", "FR", "IT", "NO")},
		gene.Field{Name: "location", Gene: gene.NewOptional(gene.NewTuple(
			gene.NewDouble(gene.FloatLimits{Min: ptr(-90.0), Max: ptr(90.0)}),
			gene.NewDouble(gene.FloatLimits{Min: ptr(-180.0), Max: ptr(180.0)})))},
	)
	return gene.NewObject(
		gene.Field{Name: "id", Gene: gene.NewUUID()},
		gene.Field{Name: "created", Gene: gene.NewDateTime(false)},
		gene.Field{Name: "email", Gene: gene.NewEmail()},
		gene.Field{Name: "express", Gene: gene.NewOptional(gene.NewBool())},
		gene.Field{Name: "ship", Gene: address},
		gene.Field{Name: "bill", Gene: gene.NewOptional(address.Clone())},
		gene.Field{Name: "lines", Gene: gene.NewArray(line, gene.ArrayLimits{Min: 1, Max: 20})},
		gene.Field{Name: "labels", Gene: gene.NewOptional(gene.NewMap(text(1, 8), text(0, 8), 0, 4))},
		gene.Field{Name: "payment", Gene: gene.NewChoice(
			gene.NewObject(gene.Field{Name: "iban", Gene: regex(`^DE\d{20}$`)}),
			gene.NewObject(gene.Field{Name: "card", Gene: gene.NewNumericString(gene.NewInt(0, 9999))}))},
		gene.Field{Name: "parent", Gene: gene.NewCycle()},
	)
}

func TestEveryKindKeepsTheContract(t *testing.T) {
	for _, k := range append(scalars[:len(scalars):len(scalars)], composites...) {
		t.Run(k.name, func(t *testing.T) { genetest.Run(t, k.make) })
	}
	t.Run("disruptive at times", func(t *testing.T) {
		genetest.Run(t, func() gene.Gene { return gene.NewDisruptive(gene.NewInt32(), 0.3) }, genetest.MayRest())
	})
}
