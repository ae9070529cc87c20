package shop.price;

import java.math.BigDecimal;

interface Price {
    BigDecimal amount();
}

final class NetPrice implements Price {
    private final BigDecimal value;

    NetPrice(BigDecimal value) {
        this.value = value;
    }

    @Override
    public BigDecimal amount() {
        return value;
    }
}

final class GrossPrice implements Price {
    private static final BigDecimal RATE = new BigDecimal("0.19");

    private final BigDecimal value;

    GrossPrice(BigDecimal value) {
        this.value = value;
    }

    @Override
    public BigDecimal amount() {
        return value.add(value.multiply(RATE));
    }
}
