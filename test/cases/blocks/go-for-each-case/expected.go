package tide

import "testing"

func TestHigh(t *testing.T) {
	gauge := NewGauge(3)
	if got := gauge.Read(); got != 3 {
		t.Errorf("%v: got %d", gauge, got)
	}
}

func TestLow(t *testing.T) {
	gauge := NewGauge(1)
	if got := gauge.Read(); got != 1 {
		t.Errorf("%v: got %d", gauge, got)
	}
}

func TestDry(t *testing.T) {
	gauge := NewGauge(0)
	if got := gauge.Read(); got != 0 {
		t.Errorf("%v: got %d", gauge, got)
	}
}
