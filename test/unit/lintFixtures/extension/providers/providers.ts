export const providers = "providers";
