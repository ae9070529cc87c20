export const apply = "apply";
