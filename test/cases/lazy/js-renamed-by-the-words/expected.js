import { pool } from "./pool.js";

/** The text that a ticket is printed with. */
function seatText(ticket) {
  return ticket.seat.replace(/-/g, " ");
}

export class Door {
  open(ticket) {
    print("open", seatText(ticket));
    this.count += 1;
  }

  close(ticket) {
    print("close", seatText(ticket));
    this.count += 1;
  }
}

export class Gate {
  open(ticket) {
    print("open", ticket.seat);
    this.count += 1;
  }
}
