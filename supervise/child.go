package supervise

// MemoryCode is the exit code of a process that its own watchdog ended.
const MemoryCode = 86

// HangCode is the exit code of a process that was asked where it hangs.
const HangCode = 87

// Limit bounds what this process may use: memory in bytes (0 or less for no
// limit) and the depth of a stack, so that it dies early and alone. It also
// has the process tell where it is when the parent finds that it hangs. It is
// for a child of [Start] and called once, first thing.
func Limit(memory int64) error { return nil }

// Ended returns a channel that is closed when the parent wants this process to
// come to an end, or is dead. It reads the standard input, and is called once.
// A process whose parent is dead and that does not end is ended a moment later.
func Ended() <-chan struct{} { return make(chan struct{}) }
