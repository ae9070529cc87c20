export function Badge({ label, tone }: BadgeProps) {
  return (
    <span
      className={join(
        "inline-flex items-center gap-2 rounded-full px-3 py-1 text-sm font-medium",
        tone === "warning" && "bg-amber-100",
      )}
    >
      {label}
    </span>
  );
}
