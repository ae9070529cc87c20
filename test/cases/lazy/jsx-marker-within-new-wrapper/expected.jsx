export function Profile({ user, onSave }) {
  const renderRow = (row) => {
    return (
      <ErrorBoundary key={row.id}>
        <ProfileRow
          label={row.label}
          value={row.value}
          hint={row.hint}
          onSave={onSave}
        />
      </ErrorBoundary>
    );
  };

  return <section>{user.rows.map(renderRow)}</section>;
}
