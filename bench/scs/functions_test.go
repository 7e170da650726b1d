package scs

import (
	"fmt"
	"strings"
	"testing"
)

func TestCalc(t *testing.T) {
	expect(t, map[string]string{
		"calc/pi/0/0":            "3.141592653589793",
		"calc/E/0/0":             "2.718281828459045",
		"calc/sqrt/6.25/0":       "2.5",
		"calc/sqrt/-1/0":         "NaN",
		"calc/Log/1/0":           "0.0",
		"calc/log/0/0":           "-Infinity",
		"calc/sine/0/1":          "0.0",
		"calc/cosine/0/1":        "1.0",
		"calc/TANGENT/0/1":       "0.0",
		"calc/plus/1.5/2":        "3.5",
		"calc/subtract/1.5/2":    "-0.5",
		"calc/multiply/1.5/2":    "3.0",
		"calc/divide/1.5/-2":     "-0.75",
		"calc/divide/1/0":        "Infinity",
		"calc/minus/1/1":         "0.0",
		"calc/plus/Infinity/NaN": "NaN",
	})
}

func TestCookie(t *testing.T) {
	expect(t, map[string]string{
		"cookie/UserID/User1234/x":  "1",
		"cookie/userid/user123/x":   "1",
		"cookie/userid/user12/x":    "0",
		"cookie/userid/nobody1/x":   "0",
		"cookie/Session/Am/ABC.com": "1",
		"cookie/session/am/abd.com": "2",
		"cookie/session/pm/abc.com": "2",
		"cookie/other/am/abc.com":   "0",
	})
}

func TestCostfuns(t *testing.T) {
	expect(t, map[string]string{
		"costfuns/5/abab":    "6", // each next condition overwrites the result
		"costfuns/-4/abab":   "0",
		"costfuns/-4/aba":    "10",
		"costfuns/-4/baab":   "10",
		"costfuns/-4/ababba": "10",
		"costfuns/700/abab":  "6",
		"costfuns/-500/abab": "6",
	})
}

func TestDateparse(t *testing.T) {
	for i, month := range []string{"jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"} {
		answers := map[string]string{"dateparse/noday/" + month: fmt.Sprint(i + 1)}
		for _, day := range []string{"mon", "tue", "wed", "thur", "fri", "sat", "sun"} {
			answers["dateparse/"+strings.ToUpper(day)+"/"+month] = fmt.Sprint(i + 2)
		}
		expect(t, answers)
	}
	expect(t, map[string]string{"dateparse/thu/x": "0", "dateparse/sun/x": "1"})
}

func TestFilesuffix(t *testing.T) {
	expect(t, map[string]string{
		"filesuffix/text/a.txt":    "1",
		"filesuffix/acrobat/a.pdf": "2",
		"filesuffix/word/.doc":     "3",
		"filesuffix/bin/a.b.exe":   "4",
		"filesuffix/lib/a.dll":     "5",
		"filesuffix/text/txt":      "0",
		"filesuffix/text/a.TXT":    "0",
		"filesuffix/acrobat/a.doc": "0",
		"filesuffix/word/a.pdf":    "0",
		"filesuffix/bin/a.dll":     "0",
		"filesuffix/lib/a.exe":     "0",
		"filesuffix/Text/a.txt":    "0",
	})
}

func TestNotypevar(t *testing.T) {
	expect(t, map[string]string{
		"notypevar/28/a":          "3",
		"notypevar/-2147483620/a": "-2147483620", // twice that is 56 in 32 bits
		"notypevar/7/a":           "3",
		"notypevar/5/hello":       "0",
		"notypevar/5/hello!":      "2",
		"notypevar/6/i":           "3",
	})
}

func TestOrdered4(t *testing.T) {
	expect(t, map[string]string{ // w, x, z, y
		"ordered4/aaaaa/bbbbbb/ddddd/ccccc":  "increasing",
		"ordered4/ddddd/ccccc/aaaaaa/bbbbb":  "decreasing",
		"ordered4/aaaaa/bbbbb/ccccc/ddddd":   "unordered",
		"ordered4/bbbbb/aaaaa/ddddd/ccccc":   "unordered",
		"ordered4/aaaaa/ccccc/ddddd/bbbbb":   "unordered",
		"ordered4/ddddd/bbbbb/aaaaa/ccccc":   "unordered",
		"ordered4/ddddd/ccccc/bbbbb/bbbbb":   "unordered",
		"ordered4/aaaa/bbbbb/ddddd/ccccc":    "unordered",
		"ordered4/aaaaaaa/bbbbb/ddddd/ccccc": "unordered",
		"ordered4/aaaaa/bbbb/ddddd/ccccc":    "unordered",
		"ordered4/aaaaa/bbbbbbb/ddddd/ccccc": "unordered",
		"ordered4/aaaaa/bbbbb/dddd/ccccc":    "unordered",
		"ordered4/aaaaa/bbbbb/ddddddd/ccccc": "unordered",
		"ordered4/aaaaa/bbbbb/ddddd/cccc":    "unordered",
		"ordered4/aaaaa/bbbbb/ddddd/ccccccc": "unordered",
	})
}

func TestPat(t *testing.T) {
	expect(t, map[string]string{
		"pat/abab/ab":         "0",
		"pat/ab/abc":          "0",
		"pat/xxabcx/abc":      "1",
		"pat/xxcbax/abc":      "2",
		"pat/xabccbax/abc":    "1", // next to each other
		"pat/xxabcyycba/abc":  "2", // apart
		"pat/xxxcbaabc/abc":   "3",
		"pat/xxxxcba-abc/abc": "4",
		"pat/abcacbcxa/abc":   "1", // the first byte alone does not make it
		"pat/cbaabxabb/abc":   "2",
		"pat/abacbccba/abc":   "2",
		"pat/cxxaxx/abc":      "0",
		"pat/xabaaba/aba":     "1",
		"pat/xaba/aba":        "1",
	})
}

func TestRegex(t *testing.T) {
	expect(t, map[string]string{
		"pat/http%2F%2F:a%2Fb":      "url",
		"pat/ftp%2F%2F:_%2F-0":      "url",
		"pat/afs%2F%2F:z0-_%2Fa9":   "url",
		"pat/gopher%2F%2F:a%2Fa%2F": "none",
		"pat/http:%2F%2Fa%2Fb":      "none",
		"pat/http%2F%2F:0a%2Fb":     "none",
		"pat/mon01jan":              "date",
		"pat/thur99dec":             "date",
		"pat/thu01jan":              "none",
		"pat/mon1jan":               "none",
		"pat/mon01jan%0A":           "none",
		"pat/0.5e+10":               "fpe",
		"pat/12.34e-05":             "fpe",
		"pat/.5e+10":                "none",
		"pat/1.5e10":                "none",
		"pat/1.5e+1":                "none",
		"pat/x":                     "none",
	})
}

func TestText2txt(t *testing.T) {
	expect(t, map[string]string{
		"text2txt/Two/x/x":     "2",
		"text2txt/for/x/x":     "4",
		"text2txt/four/x/x":    "4",
		"text2txt/you/x/x":     "u",
		"text2txt/and/x/x":     "n",
		"text2txt/are/x/x":     "r",
		"text2txt/see/You/x":   "cu",
		"text2txt/by/the/way":  "btw",
		"text2txt/see/x/x":     "",
		"text2txt/by/the/wax":  "",
		"text2txt/by/they/way": "",
		"text2txt/bye/x/x":     "",
	})
}

func TestTitle(t *testing.T) {
	fits := map[string]string{
		"male":   "mr dr sir rev rthon prof",
		"female": "mrs miss ms dr lady rev rthon prof",
		"none":   "dr rev rthon prof",
		"other":  "",
	}
	code := map[string]string{"male": "1", "female": "0", "none": "2"}
	for sex, titles := range fits {
		for title := range strings.FieldsSeq("mr mrs miss ms dr sir lady rev rthon prof x") {
			want := "-1"
			if strings.Contains(" "+titles+" ", " "+title+" ") {
				want = code[sex]
			}
			expect(t, map[string]string{"title/" + strings.ToUpper(sex) + "/" + title: want})
		}
	}
}
