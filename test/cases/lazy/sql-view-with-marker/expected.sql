CREATE TABLE orders (
    id          bigint PRIMARY KEY,
    customer_id bigint NOT NULL REFERENCES customers (id),
    state       text NOT NULL DEFAULT 'open',
    placed_at   timestamptz NOT NULL DEFAULT now()
);

CREATE INDEX orders_customer ON orders (customer_id);

CREATE VIEW open_orders AS
SELECT o.id, o.placed_at, c.name, c.country
FROM orders o
JOIN customers c ON c.id = o.customer_id
WHERE o.state IN ('open', 'held')
ORDER BY o.placed_at;

GRANT SELECT ON open_orders TO reporting;
