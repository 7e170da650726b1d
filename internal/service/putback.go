package service

import (
	"context"
	"errors"

	"github.com/evoke-go/evoke/internal/rows"
	"github.com/evoke-go/evoke/internal/task"
	"github.com/evoke-go/evoke/probe/tables"
	"github.com/evoke-go/evoke/sut"
)

// putBack is a handler whose tests begin with the rows that its database had first. The handler stays the same.
type putBack struct {
	*sut.Handler
	rows  *rows.Rows
	stuck bool // the rows cannot come back in this process
}

func newPutBack(s *task.Source) *putBack {
	reset := s.Reset
	if reset == nil {
		reset = func() error { return nil } // the handler has no other state
	}
	return &putBack{
		Handler: sut.NewHandler(s.Handler, sut.HandlerOptions{Reset: reset}),
		rows: rows.New(rows.Options{
			Database: s.REST.Database, Written: tables.Written, File: s.Rows, Aside: sut.Aside,
		}),
	}
}

// Start makes the handler, and keeps the rows of its database.
func (p *putBack) Start(ctx context.Context) (sut.Info, error) {
	info, err := p.Handler.Start(ctx)
	if err == nil {
		err = p.rows.Keep(ctx)
	}
	return info, err
}

// Reset puts the rows back. If they cannot come back, the handler may have left something open: it gives way to
// another one, and the process to another one if that does not help.
func (p *putBack) Reset(ctx context.Context) error {
	if err := p.Handler.Reset(ctx); err != nil {
		return err
	}
	err := p.rows.Restore(ctx)
	if err == nil || ctx.Err() != nil {
		return err
	}
	if p.stuck = !p.renewed(ctx); p.stuck {
		return err // it says more than an error of the other handler
	}
	return nil
}

// renewed makes another handler, and reports whether the rows came back with it.
func (p *putBack) renewed(ctx context.Context) bool {
	if p.Handler.Stop(ctx) != nil {
		return false
	}
	_, err := p.Handler.Start(ctx)
	return err == nil && p.rows.Restore(ctx) == nil
}

// Abandoned counts the handlers that were given up, and what keeps the rows from coming back.
func (p *putBack) Abandoned() int {
	n := p.Handler.Abandoned()
	if p.stuck {
		n++
	}
	return n
}

// Stop puts the rows back and stops the handler.
func (p *putBack) Stop(ctx context.Context) error {
	return errors.Join(p.rows.Close(ctx), p.Handler.Stop(ctx))
}
