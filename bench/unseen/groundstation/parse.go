package groundstation

import (
	"errors"
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"time"
)

// TLE is what we need of the first line of a two-line element set.
type TLE struct {
	Norad int
	Epoch time.Time
}

// parseTLE1 reads line 1 of a two-line element set and verifies its length,
// layout and modulo-10 check digit (digits count their value, '-' counts 1).
func parseTLE1(line string) (TLE, error) {
	var t TLE
	if len(line) != 69 {
		return t, fmt.Errorf("line must have 69 characters, has %d", len(line))
	}
	if line[0:2] != "1 " {
		return t, errors.New("line must start with \"1 \"")
	}
	sum := 0
	for _, c := range line[:68] {
		switch {
		case c >= '0' && c <= '9':
			sum += int(c - '0')
		case c == '-':
			sum++
		}
	}
	if line[68] != byte('0'+sum%10) {
		return t, errors.New("check digit does not match")
	}
	n, err := strconv.Atoi(strings.TrimSpace(line[2:7]))
	if err != nil || n <= 0 {
		return t, errors.New("catalogue number (columns 3-7) is not a number")
	}
	if c := line[7]; c != 'U' && c != 'C' && c != 'S' {
		return t, errors.New("classification (column 8) must be U, C or S")
	}
	yy, err := strconv.Atoi(line[18:20])
	if err != nil {
		return t, errors.New("epoch year (columns 19-20) is not a number")
	}
	day, err := strconv.ParseFloat(strings.TrimSpace(line[20:32]), 64)
	if err != nil || day < 1 || day >= 367 {
		return t, errors.New("epoch day (columns 21-32) is out of range")
	}
	year := 2000 + yy
	if yy >= 57 {
		year = 1900 + yy
	}
	t.Norad = n
	t.Epoch = time.Date(year, 1, 1, 0, 0, 0, 0, time.UTC).
		Add(time.Duration((day - 1) * float64(24*time.Hour))).Round(time.Second)
	return t, nil
}

var (
	goDur  = regexp.MustCompile(`^(?:(\d{1,3})m)?(?:(\d{1,4})s)?$`)
	isoDur = regexp.MustCompile(`^PT(?:(\d{1,3})M)?(?:(\d{1,4})S)?$`)
)

// parseDuration understands "8m30s" and "PT8M30S".
func parseDuration(s string) (time.Duration, error) {
	m := goDur.FindStringSubmatch(s)
	if m == nil {
		m = isoDur.FindStringSubmatch(s)
	}
	if m == nil || (m[1] == "" && m[2] == "") {
		return 0, errors.New("must look like 8m30s or PT8M30S")
	}
	min, _ := strconv.Atoi("0" + m[1])
	sec, _ := strconv.Atoi("0" + m[2])
	return time.Duration(min)*time.Minute + time.Duration(sec)*time.Second, nil
}

func formatDuration(d time.Duration) string {
	min, sec := int(d/time.Minute), int(d%time.Minute/time.Second)
	switch {
	case min == 0:
		return fmt.Sprintf("%ds", sec)
	case sec == 0:
		return fmt.Sprintf("%dm", min)
	}
	return fmt.Sprintf("%dm%ds", min, sec)
}
