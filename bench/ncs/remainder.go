package ncs

import "github.com/evoke-go/evoke/bench/web"

func getRemainder(a, b int32) web.Answer {
	if a > 10000 || a < -10000 || b > 10000 || b < -10000 {
		return web.BadRequest()
	}
	return integer(remainder(a, b))
}

// remainder subtracts b from a as long as it can and returns what is left, or -1
// where it cannot once. The four cases of signs are apart.
func remainder(a, b int32) int32 {
	if a == 0 {
		return -1
	} else if b == 0 {
		return -1
	} else if a > 0 {
		if b > 0 {
			return positiveByPositive(a, b)
		}
		return positiveByNegative(a, b)
	} else if b > 0 {
		return negativeByPositive(a, b)
	}
	return negativeByNegative(a, b)
}

func positiveByPositive(a, b int32) int32 {
	k, r := int32(0), int32(-1)
	for a-k >= b {
		k += b
		r = a - k
	}
	return r
}

// The absolute values below are conditional expressions in the original, each
// with a condition of its own.

func positiveByNegative(a, b int32) int32 {
	k, r := int32(0), int32(-1)
	size := func() int32 {
		if b >= 0 {
			return b
		}
		return -b
	}
	for a+k >= size() {
		k += b
		r = a + k
	}
	return r
}

func negativeByPositive(a, b int32) int32 {
	k, r := int32(0), int32(-1)
	size := func() int32 {
		if a+k >= 0 {
			return a + k
		}
		return -(a + k)
	}
	for size() >= b {
		k += b
		r = a + k
	}
	return r
}

func negativeByNegative(a, b int32) int32 {
	k, r := int32(0), int32(-1)
	for b >= a-k {
		k += b
		r = a - k
		if r < 0 {
			r = -r
		}
	}
	return r
}
