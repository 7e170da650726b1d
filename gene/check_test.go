package gene

import (
	"math/big"
	"net/netip"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// broken returns genes in states that no operator leads to, which Check has to refuse.
func broken(t *testing.T) map[string]Gene {
	number, digits := NewInt(0, 9), NewBigInt(new(big.Int), big.NewInt(9)).(*bigInt)
	number.k, digits.v = 10, big.NewInt(10)
	double, cents := NewDouble(FloatLimits{Multiple: 0.5}),
		NewDecimal(DecimalLimits{Min: new(big.Rat), Scale: 2}).(*decimal)
	double.v, cents.n = 0.3, big.NewInt(-1)
	word, bytes, encoded := NewString(StringLimits{MaxLength: 2}), NewBinary(0, 2).(*rawBytes),
		NewBase64(0, 2).(*base64Text)
	word.v, bytes.b, encoded.b = "abc", []byte("abc"), []byte("abc")
	date, time, moment := NewDate(false).(*date), NewTime(false).(*timeOfDay), NewDateTime(false).(*dateTime)
	date.m, time.h, moment.clock.s = 13, 24, 60
	host, mail, link, ip := NewHostname().(*hostname), NewEmail().(*email), NewURI().(*uri), NewIP(4).(*ipAddress)
	host.name, mail.local, link.path, ip.a = "-", ".", "x", netip.IPv6Loopback()
	odd := NewURI().(*uri)
	odd.odd = "relative"
	pattern, err := NewRegex("^a$")
	require.NoError(t, err)
	pattern.text = "b"
	list := NewArray(NewBool(), ArrayLimits{Max: 3, Unique: true})
	list.elements = []Gene{NewBool(), NewBool()}
	long := NewArray(NewBool(), ArrayLimits{Max: 1})
	long.elements = list.elements
	dict := NewMap(NewConst("k"), NewBool(), 0, 3)
	dict.entries = []entry{{NewConst("k"), NewBool()}, {NewConst("k"), NewBool()}}
	short := NewMap(NewUUID(), NewBool(), 1, 3)
	short.entries = nil
	object := NewObject(Field{Name: "a", Gene: NewOptional(NewBool())}).SetCount(1, 1)
	object.fields[0].(*Optional).on = false
	return map[string]Gene{
		"int": number, "big": digits, "double": double, "decimal": cents, "string": word, "binary": bytes,
		"base64": encoded, "date": date, "time": time, "date-time": moment, "hostname": host, "email": mail,
		"uri": link, "odd uri": odd, "ip": ip, "regex": pattern, "unique array": list, "long array": long,
		"map with twins": dict, "short map": short, "object": object,
	}
}

func TestCheckFindsBrokenConstraints(t *testing.T) {
	for name, g := range broken(t) {
		assert.Error(t, Check(g), name)
		assert.Error(t, Check(NewTuple(NewBool(), NewOptional(g))), "%s in a tree", name)
	}
}

// counter is a gene with the four methods of Gene and no others.
type counter struct{ Gene }

func TestPlainGenesHaveDefaults(t *testing.T) {
	g := counter{NewBool()}
	assert.Equal(t, 1.0, Weight(g))
	assert.False(t, Assign(g, true))
	assert.NoError(t, Check(g))
	g.Mutate(nil, 0.5)
	assert.Equal(t, true, g.Value())
}
