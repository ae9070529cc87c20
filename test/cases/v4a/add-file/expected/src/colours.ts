export const colours = {
  ink: "#1d1f21",
  paper: "#fdf6e3",
} as const;

export type Colour = keyof typeof colours;
