import type { ReactNode } from "react";

interface PanelProps {
  title: string;
  children: ReactNode;
}

interface BadgeProps {
  title: string;
  tone: "info" | "warn";
}

export function Panel({ title, children }: PanelProps) {
  return (
    <article className="panel">
      <h3>{title}</h3>
      <div className="panel-body">{children}</div>
    </article>
  );
}

export function Badge({ title, tone }: BadgeProps) {
  return <span className={`badge badge-${tone}`}>{title}</span>;
}
