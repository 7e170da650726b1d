package instrument

// rewrite puts probes into the files of a package. runtime is the import path
// of the package that holds the probes.
func rewrite(s *source, runtime string) *rewritten {
	_, _ = s, runtime
	return &rewritten{files: map[string][]byte{}}
}
