create table visits (
	id bigint,
	place text,
	seen_at timestamp,
	note text
);

create function latest() returns bigint as $$
  select coalesce(
    max(id),
    0
  ) from visits;
$$ language sql;
