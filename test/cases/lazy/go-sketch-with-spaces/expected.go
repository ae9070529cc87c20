package retry

import (
	"context"
	"errors"
	"time"
)

var ErrGaveUp = errors.New("gave up")

// Do calls f until it succeeds, at most attempts times.
func Do(ctx context.Context, attempts int, f func() error) error {
	for i := 0; i < attempts; i++ {
		if err := f(); err == nil {
			return nil
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(100 * time.Millisecond):
		}
	}
	return ErrGaveUp
}

// Forever calls f until it succeeds or the context ends.
func Forever(ctx context.Context, f func() error) error {
	for ctx.Err() == nil {
		if err := f(); err == nil {
			return nil
		}
	}
	return ctx.Err()
}
