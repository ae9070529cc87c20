package tide

import "testing"

func TestHigh(t *testing.T) {
	gauge := NewGauge(3)
	if got := gauge.Read(); got != 3 {
		t.Errorf("got %d", got)
	}
}

func TestLow(t *testing.T) {
	gauge := NewGauge(1)
	if got := gauge.Read(); got != 1 {
		t.Errorf("got %d", got)
	}
}

func TestDry(t *testing.T) {
	gauge := NewGauge(0)
	if got := gauge.Read(); got != 0 {
		t.Errorf("got %d", got)
	}
}
