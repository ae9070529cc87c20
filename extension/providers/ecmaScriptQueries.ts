const functionValue = "[(arrow_function) (function_expression) (generator_function)]";

const ecmaScript = `
  (template_string) @string
  (template_substitution) @code
  (comment) @comment
  (export_statement declaration: (_) @wrapped) @wrapper
  (export_statement value: (_) @wrapped) @wrapper
  (method_definition "get" name: (_) @name) @getter
  (method_definition "set" name: (_) @name) @setter
  (method_definition name: (_) @name) @method
  (function_declaration name: (_) @name) @function
  (generator_function_declaration name: (_) @name) @function
  (class_declaration name: (_) @name) @class
  (pair key: (_) @name value: ${functionValue}) @method
  (lexical_declaration (variable_declarator name: (identifier) @name value: ${functionValue})) @function
  (variable_declaration (variable_declarator name: (identifier) @name value: ${functionValue})) @function
  (expression_statement
    (assignment_expression left: [(member_expression) (subscript_expression)] @path right: ${functionValue})) @function
  (expression_statement (call_expression
    function: (_) @name
    arguments: (arguments . [(string) (template_string)] @name [(arrow_function) (function_expression)]))) @call
  (expression_statement (await_expression (call_expression
    function: (_) @name
    arguments: (arguments . [(string) (template_string)] @name [(arrow_function) (function_expression)])))) @call
  ${within(
    ["program", "export_statement"],
    `[(lexical_declaration (variable_declarator name: (identifier) @name))
      (variable_declaration (variable_declarator name: (identifier) @name))] @variable`,
  )}
`;

export const typeScript = `
  ${ecmaScript}
  (ambient_declaration (_) @wrapped) @wrapper
  (class_body (decorator) @prefix)
  (public_field_definition name: (_) @name) @field
  (class_body (method_signature name: (_) @name) @method)
  (interface_body (method_signature name: (_) @name) @method)
  (abstract_method_signature name: (_) @name) @method
  (interface_body (property_signature name: (_) @name) @field)
  (function_signature name: (_) @name) @function
  (abstract_class_declaration name: (_) @name) @class
  (interface_declaration name: (_) @name) @interface
  (enum_declaration name: (_) @name) @enum
  (type_alias_declaration name: (_) @name) @type
  (internal_module name: (_) @name) @module
  (module name: (_) @name) @module
  (internal_module body: (statement_block (lexical_declaration (variable_declarator name: (identifier) @name)) @variable))
  (ambient_declaration (lexical_declaration (variable_declarator name: (identifier) @name)) @variable)
`;

export const javaScript = `
  ${ecmaScript}
  (field_definition property: (_) @name) @field
`;

/** Writes the pattern once inside each of the parents. */
export function within(parents: readonly string[], pattern: string): string {
  return parents.map((parent) => `(${parent} ${pattern})`).join("\n");
}
