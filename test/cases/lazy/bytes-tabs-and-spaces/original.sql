create table visits (
	id bigint,
	place text,
	seen_at timestamp,
	note text
);

create function latest() returns bigint as $$
  select max(id) from visits;
$$ language sql;
