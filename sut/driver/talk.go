package driver

import (
	"context"
	"errors"
	"fmt"
	"os"
	"time"
)

// await reads frames until one of a kind comes. It handles frames of other kinds.
func (p *process) await(ctx context.Context, want byte, limit time.Duration) (*reader, error) {
	if p.failed != nil {
		return nil, p.failed
	}
	deadline := time.Now().Add(limit)
	if err := p.commands.SetReadDeadline(deadline); err != nil {
		return nil, p.fail(err)
	}
	stop := context.AfterFunc(ctx, func() { _ = p.commands.SetReadDeadline(time.Unix(1, 0)) })
	defer stop()
	for {
		kind, body, err := p.in.next()
		if err != nil && ctx.Err() != nil {
			return nil, p.fail(context.Cause(ctx))
		}
		if errors.Is(err, os.ErrDeadlineExceeded) {
			return nil, p.fail(&silentError{limit})
		}
		if err != nil {
			return nil, p.fail(p.lost(err))
		}
		if kind == want {
			return body, nil
		}
		if err := p.aside(kind, body); err != nil {
			return nil, p.fail(err)
		}
	}
}

// silentError means that a driver did not answer in time.
type silentError struct{ limit time.Duration }

func (e *silentError) Error() string {
	return fmt.Sprintf("the driver did not answer within %s", e.limit)
}

// fail notes that the process cannot be used any more, and returns the error.
func (p *process) fail(err error) error {
	p.failed = err
	return err
}

// aside handles a frame that was not awaited.
func (p *process) aside(kind byte, body *reader) error {
	switch kind {
	case kindTargets:
		list, err := decodeTargets(body)
		if err != nil {
			return err
		}
		return p.table.announce(list)
	case kindEnded:
		p.ended = &ended{}
		return p.ended.decode(body)
	case kindTold: // a call that took longer than patience
		return p.in.late.more(body)
	case kindWarning:
		p.table.warn(body.text())
		return body.end()
	}
	return fmt.Errorf("the driver sends a frame of the kind %d where none is due", kind)
}

// greet waits for hello and ready.
func (p *process) greet(ctx context.Context, limit time.Duration) error {
	body, err := p.await(ctx, kindHello, limit)
	if err != nil {
		return p.unready(err, "it did not start", "nothing that Evoke put into the program answers: the command "+
			"starts it in another way than by itself, or starts none of its files")
	}
	if p.hello, err = decodeHello(body); err != nil {
		return p.fail(err)
	}
	if body, err = p.await(ctx, kindReady, limit); err != nil {
		err = p.unready(err, "it started and listened on no port", "it never listens")
		if p.cmd != nil {
			err = fmt.Errorf("%w%s", err, elsewhere(p.cmd.Process.Pid)) // which is known for a process that runs
		}
		return err
	}
	p.baseURL = body.text()
	if err := body.end(); err != nil {
		return p.fail(err)
	}
	return nil
}

// unready returns an error that says why a process did not become ready, with the end of its output if it ended.
func (p *process) unready(err error, early, late string) error {
	var end *endError
	var silent *silentError
	switch {
	case errors.As(err, &end):
		return &startError{fmt.Errorf("%s: %w", early, err), p.stderr.end()}
	case errors.As(err, &silent):
		return fmt.Errorf("%s (%s waited)", late, silent.limit)
	}
	return err
}

// startError says that a process ended before it was ready.
type startError struct {
	error
	lines []string
}

func (e *startError) Unwrap() error { return e.error }

// Output returns the last lines that the process wrote, to be shown after the error.
func (e *startError) Output() []string { return e.lines }

// order sends a command and waits for the answer.
func (p *process) order(ctx context.Context, answer byte, limit time.Duration) (*reader, error) {
	if p.failed != nil {
		return nil, p.failed
	}
	if err := p.say(limit); err != nil {
		return nil, p.fail(err)
	}
	return p.await(ctx, answer, limit) // await also reads what a process sent before it ended
}

// say sends the frame, after those that were put off.
func (p *process) say(limit time.Duration) error {
	if err := p.commands.SetWriteDeadline(time.Now().Add(limit)); err != nil {
		return err
	}
	if err := p.out.finish(); err != nil {
		return err
	}
	p.out.putOff = append(p.out.putOff, p.out.b...)
	_, err := p.commands.Write(p.out.putOff)
	p.out.putOff = p.out.putOff[:0]
	if errors.Is(err, os.ErrDeadlineExceeded) { // a long list, and the driver does not read
		return &silentError{limit}
	}
	if err != nil && p.cmd == nil {
		return err
	}
	return nil // a process that has ended may have reported why
}

// putOff keeps the frame until the next one is sent.
func (p *process) putOff() error {
	if err := p.out.finish(); err != nil {
		return p.fail(err)
	}
	p.out.putOff = append(p.out.putOff, p.out.b...)
	return nil
}

// patience is how long to wait for a told of the driver. The driver sends none for a call that does not come to the
// program, such as one that its server cannot read.
const patience = 20 * time.Millisecond

// told waits for the told of a call, and reports whether it came.
func (p *process) told(ctx context.Context, limit time.Duration, into *scores) (bool, error) {
	if err := p.commands.SetReadDeadline(time.Now().Add(patience)); err != nil {
		return false, p.fail(err)
	}
	if p.in.waits() != nil {
		return false, nil // the next command finds the error
	}
	body, err := p.await(ctx, kindTold, limit)
	if err != nil {
		return false, err
	}
	if err := into.decode(body); err != nil {
		return false, p.fail(err)
	}
	return true, nil
}

// answer answers the questions of a driver until the channel ends. A driver that breaks the protocol loses the channel.
func (p *process) answer(instrument func(Source) (string, []Target, string)) {
	in, out := receive(p.asks), writer{}
	for {
		kind, body, err := in.next()
		if err != nil || kind != kindSource {
			break
		}
		src := Source{Path: body.text(), Module: Module(body.byte())}
		src.Text = body.text()
		if body.end() != nil {
			break
		}
		code := src.Text
		if instrument != nil {
			var list []Target
			var warning string
			code, list, warning = instrument(src)
			if err := p.table.announce(list); err != nil {
				code, warning = src.Text, err.Error()
			}
			p.table.warn(warning)
		}
		out.begin(kindCode).text(code)
		if out.send(p.asks) != nil {
			break
		}
	}
	_ = p.asks.Close()
}
