CREATE TABLE rooms (
    id    integer PRIMARY KEY,
    name  text NOT NULL,
    seats integer NOT NULL
);

CREATE TABLE bookings (
    id      integer PRIMARY KEY,
    room_id integer NOT NULL REFERENCES rooms (id),
    starts  timestamp NOT NULL,
    ends    timestamp NOT NULL
);

INSERT INTO rooms (id, name, seats) VALUES (1, 'Attic', 6), (2, 'Cellar', 20);
