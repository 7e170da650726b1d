// Package run makes one run of an experiment, in a process of its own: a search
// on a service, and the measurement of the suite that it writes.
//
// It knows no service: the program that calls [Main] has the constructor of
// one. For a white-box search the program is built again with probes, so that
// linking all services into it would take several times as long as a search of
// 10,000 calls does.
package run
