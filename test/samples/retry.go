// Package retry calls a function again until it succeeds or gives up.
package retry

import (
	"context"
	"errors"
	"time"
)

// Policy says how often to try and how long to wait in between.
type Policy struct {
	Attempts int
	Delay    time.Duration
	// Factor multiplies the delay after each attempt; 1 keeps it constant.
	Factor float64
}

// Default tries three times within about a second.
var Default = Policy{Attempts: 3, Delay: 200 * time.Millisecond, Factor: 2}

// ErrExhausted wraps the last error once all attempts have failed.
var ErrExhausted = errors.New("all attempts failed")

// Do calls fn until it returns nil.
func Do(ctx context.Context, policy Policy, fn func(context.Context) error) error {
	var last error
	delay := policy.Delay
	for attempt := 0; attempt < policy.Attempts; attempt++ {
		if last = fn(ctx); last == nil {
			return nil
		}
		if err := wait(ctx, delay); err != nil {
			return err
		}
		delay = time.Duration(float64(delay) * policy.Factor)
	}
	return errors.Join(ErrExhausted, last)
}

func wait(ctx context.Context, delay time.Duration) error {
	timer := time.NewTimer(delay)
	defer timer.Stop()
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-timer.C:
		return nil
	}
}
