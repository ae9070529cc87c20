import { query } from "./db.js";

export async function openTickets() {
  const rows = await query("select * from tickets where closed is null");
  return rows;
}

export async function ticketById(id) {
  const [row] = await query("select * from tickets where id = $1", [id]);
  if (row === undefined) throw new Error(`There is no ticket ${id}.`);
  return row;
}
