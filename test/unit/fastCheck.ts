// Property tests take fast-check from here: it draws values up to the lengths that a property names. By itself version 4 stops at about ten.
import fc from "fast-check";

fc.configureGlobal({ ...fc.readConfigureGlobal(), defaultSizeToMaxWhenMaxSpecified: true });

export { default } from "fast-check";
