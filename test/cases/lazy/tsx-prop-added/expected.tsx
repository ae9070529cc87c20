import type { ReactNode } from "react";

interface PanelProps {
  title: string;
  collapsed?: boolean;
  children: ReactNode;
}

interface BadgeProps {
  title: string;
  tone: "info" | "warn";
}

export function Panel({ title, collapsed = false, children }: PanelProps) {
  return (
    <article className="panel">
      <h3>{title}</h3>
      {!collapsed && <div className="panel-body">{children}</div>}
    </article>
  );
}

export function Badge({ title, tone }: BadgeProps) {
  return <span className={`badge badge-${tone}`}>{title}</span>;
}
