export function Profile({ user, onSave }) {
  const renderRow = (row) => {
    return (
      <ProfileRow
        key={row.id}
        label={row.label}
        value={row.value}
        hint={row.hint}
        onSave={onSave}
      />
    );
  };

  return <section>{user.rows.map(renderRow)}</section>;
}
