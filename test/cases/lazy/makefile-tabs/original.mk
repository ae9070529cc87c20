CC ?= cc
CFLAGS += -Wall -Wextra -O2

OBJECTS = main.o scan.o print.o

all: shelf

shelf: $(OBJECTS)
	$(CC) $(LDFLAGS) -o $@ $(OBJECTS)

%.o: %.c shelf.h
	$(CC) $(CFLAGS) -c -o $@ $<

clean:
	rm -f shelf $(OBJECTS)

.PHONY: all clean
