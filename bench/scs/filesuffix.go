package scs

import (
	"strings"

	"github.com/evoke-go/evoke/bench/web"
)

func getFilesuffix(directory, file string) web.Answer { return number(filesuffix(directory, file)) }

// filesuffix tells whether a file has the suffix that belongs into a directory.
func filesuffix(directory, file string) int {
	result := 0
	parts := strings.Split(file, ".")
	if len(parts) >= 2 {
		suffix := parts[len(parts)-1]
		if directory == "text" {
			if suffix == "txt" {
				result = 1
			}
		}
		if directory == "acrobat" {
			if suffix == "pdf" {
				result = 2
			}
		}
		if directory == "word" {
			if suffix == "doc" {
				result = 3
			}
		}
		if directory == "bin" {
			if suffix == "exe" {
				result = 4
			}
		}
		if directory == "lib" {
			if suffix == "dll" {
				result = 5
			}
		}
	}
	return result
}
