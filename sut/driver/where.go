package driver

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"net/http"
	"slices"
	"time"

	"github.com/evoke-go/evoke/sut"
)

// Locator is a [System] that knows its place.
type Locator interface {
	// Where returns the place at which the system was last when a call failed, such as "api.create (books.go:12)", ""
	// if it is not known. For sut.Answered, an answer of 500 or above, it is the place at which the error began. For
	// sut.TimedOut the call may still run; in a loop it is the first statement. For sut.Broken it is the statement that
	// ran last since Begin or the last Take.
	Where(outcome sut.Outcome) string
}

// ways are the outcomes as numbered in frames.
var ways = [...]sut.Outcome{sut.Answered, sut.TimedOut, sut.Broken}

// locate adds the place of the system to the answer of a call that failed, if the driver knows it.
func (t *trace) locate(ctx context.Context, p *process, resp *sut.Response) error {
	h, limit := &p.hello, p.limit
	way := slices.Index(ways[:], resp.Outcome)
	switch {
	case resp.Outcome == sut.Answered && (resp.Status < http.StatusInternalServerError || !h.causes),
		resp.Outcome != sut.Answered && !h.places, way < 0:
		return nil
	case resp.Outcome == sut.TimedOut && !h.threads:
		limit = min(limit, shortLimit)
	}
	p.out.begin(kindWhere).byte(byte(way))
	body, err := p.order(ctx, kindPlace, limit)
	if err != nil {
		return t.before(p.ended, err)
	}
	place, number := body.text(), body.uint32()
	if err := body.end(); err != nil {
		return p.fail(err)
	}
	resp.Place, resp.Placed = cmp.Or(place, p.table.place(number)), true
	if resp.Outcome == sut.Broken {
		recovered(p, resp)
	}
	return nil
}

// nowhere is the number for "no target".
const nowhere = math.MaxUint32

// place returns the place of a target, "" for none.
func (t *table) place(number uint32) string {
	t.mu.Lock()
	defer t.mu.Unlock()
	at := t.of(number)
	if at == nil {
		return ""
	}
	place := fmt.Sprintf("%s:%d", at.File, at.Line)
	if at.Function != "" {
		place = at.Function + " (" + place + ")"
	}
	return place
}

// timeToLog is how long a system may take to log a panic that it recovered from, while its connection is dropped.
const timeToLog = 250 * time.Millisecond

// recovered finds the panic because of which the server of a system dropped the connection, in the standard error of
// the system.
func recovered(p *process, resp *sut.Response) {
	if p.stderr.explain == nil || p.hello.interrupts {
		return
	}
	for began := time.Now(); time.Since(began) < timeToLog; time.Sleep(time.Millisecond) {
		if value, place := p.stderr.explainCall(); place != "" || value != "" {
			resp.Panic, resp.Place = &sut.Panic{Value: value, Frame: place}, place
			resp.Detail = "the handler panicked: " + oneLine(value)
			return
		}
	}
}

// reached fetches what a call reached. If the call failed, it first asks for the place of the system.
func (t *trace) reached(ctx context.Context, p *process, resp *sut.Response, err error) error {
	limit := p.limit
	if err != nil {
		return t.collect(ctx, p, limit)
	}
	if resp.Outcome == sut.TimedOut {
		limit = min(limit, shortLimit)
	}
	if err := t.locate(ctx, p, resp); err != nil {
		return err
	}
	// if the call was repeated, the program may have got another request than the one that was answered
	if resp.Outcome == sut.Answered && resp.Repeats == 0 {
		return t.told(ctx, p, limit)
	}
	return t.collect(ctx, p, limit)
}

// died returns the answer to a call that ended the system, whatever the system had sent by then.
func (p *process) died(resp *sut.Response, end *endError) *sut.Response {
	answer := &sut.Response{Outcome: sut.Broken, Detail: "the process of the system ended: " + end.what, Placed: true}
	if resp != nil {
		answer.Elapsed = resp.Elapsed
	}
	if p.ended != nil {
		answer.Place = p.ended.place
	}
	return answer
}

// hung returns the answer to a call after which the system does not answer the driver. It ends the system.
func (p *process) hung(resp *sut.Response, silent *silentError) *sut.Response {
	place := p.interrupt()
	p.kill()
	detail := "the system hangs: " + silent.Error()
	answer := &sut.Response{Outcome: sut.TimedOut, Detail: detail, Place: place, Placed: true}
	if resp != nil {
		answer.Elapsed = resp.Elapsed
	}
	return answer
}

// lastWords is how long a process that hangs may take to print its place.
const lastWords = time.Second

// interrupt has a process that hangs print its place to its standard error, and returns that.
func (p *process) interrupt() string {
	if !p.hello.interrupts || p.cmd == nil || p.stderr.explain == nil || interruptGroup(p.cmd.Process.Pid) != nil {
		return ""
	}
	select {
	case <-p.exited:
	case <-time.After(lastWords):
	}
	_, place := p.stderr.explainCall()
	return place
}

// lost splits the error of a call: whether its process ended, or was silent.
func lost(err error) (end *endError, silent *silentError) {
	errors.As(err, &end)
	errors.As(err, &silent)
	return end, silent
}
