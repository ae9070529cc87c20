import { useState } from "react";

import { Avatar } from "./Avatar";

type Props = { name: string; email: string; onSave(name: string): void };

export function ProfileCard({ name, email, onSave }: Props) {
  const [draft, setDraft] = useState(name);

  return (
    <section className="profile">
      <header>
        <Avatar email={email} />
        <h2>{name}</h2>
      </header>
      <label>
        Name
        <input value={draft} onChange={(event) => setDraft(event.target.value)} />
      </label>
      <footer>
        <button onClick={() => onSave(draft)}>Save</button>
      </footer>
    </section>
  );
}
