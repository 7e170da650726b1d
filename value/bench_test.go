package value_test

import (
	"testing"

	"github.com/evoke-go/evoke/value"
)

// order is a typical JSON request to a shop.
const order = `{"id":"6ba7b810-9dad-41d1-80b4-00c04fd430c8","created":"2024-02-29T23:59:59.250+01:00",` +
	`"email":"a.b@example.com",` +
	`"ship":{"street":"R\u00fce du Bac 12","city":"漢字 \"town\"","country":"FR","location":[48.85669,2.3514]},` +
	`"lines":[{"sku":"ABC-1234","quantity":3,"price":19.99,"note":null},` +
	`{"sku":"XYZ-0001","quantity":99,"price":123456789012345678.25,"note":""},` +
	`{"sku":"QQQ-9999","quantity":1,"price":0.01}],` +
	`"labels":{"a":"x","long name":"yyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyy"},"payment":{"card":"4711"}}`

func BenchmarkAppendJSON(b *testing.B) {
	v, err := value.ParseJSON([]byte(order))
	if err != nil {
		b.Fatal(err)
	}
	var buf []byte
	b.ReportAllocs()
	for b.Loop() {
		buf = value.AppendJSON(buf[:0], v)
	}
	b.SetBytes(int64(len(buf)))
}

func BenchmarkParseJSON(b *testing.B) {
	text := []byte(order)
	b.SetBytes(int64(len(text)))
	b.ReportAllocs()
	for b.Loop() {
		if _, err := value.ParseJSON(text); err != nil {
			b.Fatal(err)
		}
	}
}
