package clock;

public final class Ticker {
    private long ticks;

    public void tick() {
        ticks++;
    }

    public long ticks() {
        return ticks;
    }
}
