import { javaScript, typeScript, within } from "./ecmaScriptQueries.ts";

/** What the tree-sitter adapter must know of one grammar. */
export interface Grammar {
  /** The grammar's file in the grammars directory. */
  readonly file: string;
  /**
   * One query for all that the adapter reports, so that one pass over the tree finds it. Its captures:
   *
   * - `@string`, `@docstring`, `@comment`: literals; `@code`: code inside a string, such as `${…}`.
   * - `@wrapped` in `@wrapper`: a declaration begins and ends where its wrapper does (`export`, decorators).
   * - `@prefix`: a sibling before a declaration that belongs to it (an attribute).
   * - any other word without a leading underscore: a declaration; the word is its kind. Its name is in the same pattern:
   *   `@name` (two of them: all from the first to the last), `@path` (without its blanks), `@declarator` (a C
   *   declarator: the name stands innermost) or `@body` (all before it); `@qualifier` is the type it belongs to.
   *
   * Where two patterns find one declaration, the earlier pattern wins.
   */
  readonly query: string;
}

const python = `
  (module . (comment)* . (expression_statement . (string) @docstring))
  (function_definition body: (block . (expression_statement . (string) @docstring)))
  (class_definition body: (block . (expression_statement . (string) @docstring)))
  (string) @string
  (interpolation) @code
  (comment) @comment
  (decorated_definition definition: (_) @wrapped) @wrapper
  (decorated_definition
    (decorator (identifier) @_property)
    definition: (function_definition name: (_) @name) @getter
    (#eq? @_property "property"))
  (decorated_definition
    (decorator (attribute attribute: (identifier) @_setter))
    definition: (function_definition name: (_) @name) @setter
    (#eq? @_setter "setter"))
  (class_definition body: (block (function_definition name: (_) @name) @method))
  (class_definition body: (block (decorated_definition definition: (function_definition name: (_) @name) @method)))
  (function_definition name: (_) @name) @function
  (class_definition name: (_) @name) @class
  (type_alias_statement left: (_) @name) @type
  (module (expression_statement (assignment left: (identifier) @name)) @variable)
  (class_definition body: (block (expression_statement (assignment left: (identifier) @name)) @field))
`;

const go = `
  (raw_string_literal) @string
  (comment) @comment
  (type_declaration "type" . [(type_spec) (type_alias)] @wrapped) @wrapper
  (const_declaration "const" . (const_spec) @wrapped) @wrapper
  (var_declaration "var" . (var_spec) @wrapped) @wrapper
  (function_declaration name: (_) @name) @function
  (method_declaration
    receiver: (parameter_list (parameter_declaration type: [
      (type_identifier) @qualifier
      (generic_type type: (_) @qualifier)
      (pointer_type (type_identifier) @qualifier)
      (pointer_type (generic_type type: (_) @qualifier))]))
    name: (_) @name) @method
  (method_declaration name: (_) @name) @method
  (type_spec name: (_) @name type: (interface_type)) @interface
  (type_spec name: (_) @name type: (struct_type)) @struct
  (type_spec name: (_) @name) @type
  (type_alias name: (_) @name) @type
  (type_spec type: (struct_type (field_declaration_list (field_declaration name: (_) @name) @field)))
  (method_elem name: (_) @name) @method
  (source_file (const_declaration (const_spec name: (identifier) @name) @variable))
  (source_file (var_declaration (var_spec name: (identifier) @name) @variable))
  (source_file (var_declaration (var_spec_list (var_spec name: (identifier) @name) @variable)))
`;

const rust = `
  (string_literal) @string
  (raw_string_literal) @string
  (block_comment) @comment
  (line_comment) @comment
  (attribute_item) @prefix
  (impl_item type: (_) @qualifier body: (declaration_list (function_item name: (_) @name) @method))
  (trait_item body: (declaration_list (function_item name: (_) @name) @method))
  (trait_item body: (declaration_list (function_signature_item name: (_) @name) @method))
  (function_item name: (_) @name) @function
  (function_signature_item name: (_) @name) @function
  (impl_item trait: (_) @name type: (_) @name @qualifier) @impl
  (impl_item !trait type: (_) @name @qualifier) @impl
  (struct_item name: (_) @name) @struct
  (union_item name: (_) @name) @union
  (enum_item name: (_) @name) @enum
  (trait_item name: (_) @name) @trait
  (mod_item name: (_) @name) @module
  (macro_definition name: (_) @name) @macro
  (type_item name: (_) @name) @type
  (associated_type name: (_) @name) @type
  (field_declaration name: (_) @name) @field
  ${within(["source_file", "declaration_list"], "[(const_item name: (_) @name) (static_item name: (_) @name)] @variable")}
`;

const java = `
  (string_literal . (multiline_string_fragment)) @string
  (block_comment) @comment
  (class_declaration name: (_) @name) @class
  (interface_declaration name: (_) @name) @interface
  (annotation_type_declaration name: (_) @name) @interface
  (enum_declaration name: (_) @name) @enum
  (record_declaration name: (_) @name) @class
  (constructor_declaration name: (_) @name) @constructor
  (compact_constructor_declaration name: (_) @name) @constructor
  (method_declaration name: (_) @name) @method
  (annotation_type_element_declaration name: (_) @name) @method
  (field_declaration declarator: (variable_declarator name: (_) @name)) @field
  (constant_declaration declarator: (variable_declarator name: (_) @name)) @field
`;

const cTopLevel = ["translation_unit", "declaration_list", "preproc_ifdef", "preproc_if", "preproc_else"];
const cFunctionDeclarator = `[
  (function_declarator) @declarator
  (pointer_declarator (function_declarator)) @declarator
  (reference_declarator (function_declarator)) @declarator]`;

const cpp = `
  (raw_string_literal) @string
  (comment) @comment
  (template_declaration (_) @wrapped) @wrapper
  (linkage_specification body: (_) @wrapped) @wrapper
  (field_declaration_list (function_definition declarator: (_) @declarator) @method)
  (field_declaration_list (template_declaration (function_definition declarator: (_) @declarator) @method))
  (function_definition
    !type
    declarator: (function_declarator declarator: (identifier) @name parameters: (_) @name)) @call
  (function_definition declarator: (_) @declarator) @function
  (class_specifier name: (_) @name body: (_)) @class
  (struct_specifier name: (_) @name body: (_)) @struct
  (union_specifier name: (_) @name body: (_)) @union
  (enum_specifier name: (_) @name body: (_)) @enum
  (concept_definition name: (_) @name) @type
  (namespace_definition name: (_) @name) @module
  (preproc_def name: (_) @name) @macro
  (preproc_function_def name: (_) @name) @macro
  (type_definition declarator: (_) @declarator) @type
  (alias_declaration name: (_) @name) @type
  (field_declaration declarator: ${cFunctionDeclarator}) @method
  (field_declaration_list (declaration declarator: (_) @declarator) @method)
  (field_declaration declarator: (_) @declarator) @field
  ${within(cTopLevel, `(declaration declarator: ${cFunctionDeclarator}) @prototype`)}
  ${within(cTopLevel, "(declaration declarator: (_) @declarator) @variable")}
`;

const cSharp = `
  (verbatim_string_literal) @string
  (raw_string_literal) @string
  (interpolated_string_expression) @string
  (interpolation) @code
  (comment) @comment
  (namespace_declaration name: (_) @name) @module
  (file_scoped_namespace_declaration name: (_) @name) @module
  (class_declaration name: (_) @name) @class
  (record_declaration name: (_) @name) @class
  (struct_declaration name: (_) @name) @struct
  (interface_declaration name: (_) @name) @interface
  (enum_declaration name: (_) @name) @enum
  (delegate_declaration name: (_) @name) @type
  (constructor_declaration name: (_) @name) @constructor
  (destructor_declaration name: (_) @name) @destructor
  (method_declaration name: (_) @name) @method
  (local_function_statement name: (_) @name) @function
  (indexer_declaration "this" @name) @property
  (operator_declaration "operator" @name parameters: (_) @name) @method
  (property_declaration name: (_) @name) @property
  (field_declaration (variable_declaration (variable_declarator name: (_) @name))) @field
  (event_declaration name: (_) @name) @event
  (event_field_declaration (variable_declaration (variable_declarator name: (_) @name))) @event
  (global_statement
    (local_declaration_statement (variable_declaration (variable_declarator name: (_) @name)))) @variable
`;

const rubyStatements = ["program", "body_statement", "block_body"];
const rubyCall = `
  arguments: (argument_list . [(string) (constant) (scope_resolution) (simple_symbol)] @name)
  block: (_)`;

const ruby = `
  (string) @string
  (heredoc_body) @string
  (subshell) @string
  (interpolation) @code
  (comment) @comment
  (call arguments: (argument_list . [(method) (singleton_method)] @wrapped)) @wrapper
  (singleton_method object: (_) @qualifier name: (_) @name) @method
  (method name: (_) @name) @method
  (class name: (_) @name) @class
  (module name: (_) @name) @module
  (singleton_class value: (_) @name) @class
  (assignment left: (constant) @name) @variable
  ${within(rubyStatements, `(call receiver: (_) @name ${rubyCall}) @call`)}
  ${within(rubyStatements, `(call !receiver method: (_) @name ${rubyCall}) @call`)}
`;

const phpCall = `arguments: (arguments
  . (argument [(string) (encapsed_string)]) @name
  (argument [(anonymous_function) (arrow_function)]))`;

const php = `
  (string) @string
  (encapsed_string) @string
  (heredoc) @string
  (nowdoc) @string
  (comment) @comment
  (namespace_definition name: (_) @name) @module
  (class_declaration name: (_) @name) @class
  (interface_declaration name: (_) @name) @interface
  (trait_declaration name: (_) @name) @trait
  (enum_declaration name: (_) @name) @enum
  (function_definition name: (_) @name) @function
  (method_declaration name: (_) @name) @method
  (property_declaration (property_element name: (_) @name)) @field
  (declaration_list (const_declaration (const_element . (_) @name)) @field)
  (const_declaration (const_element . (_) @name)) @variable
  (program (expression_statement (assignment_expression left: (variable_name) @name)) @variable)
  (expression_statement (function_call_expression function: (_) @name ${phpCall})) @call
  (expression_statement (scoped_call_expression scope: (_) @name ${phpCall})) @call
  (expression_statement (member_call_expression object: (_) @name ${phpCall})) @call
`;

const css = `
  (comment) @comment
  (rule_set (selectors) @name) @rule
  (keyframe_block . (_) @name) @rule
  (media_statement (block) @body) @rule
  (supports_statement (block) @body) @rule
  (keyframes_statement (keyframe_block_list) @body) @rule
  (at_rule (block) @body) @rule
`;

const bash = `
  (string) @string
  (raw_string) @string
  (ansi_c_string) @string
  (heredoc_redirect) @string
  (command_substitution) @code
  (function_definition name: (_) @name) @function
  (program (variable_assignment name: (_) @name) @variable)
  (program (declaration_command (variable_assignment name: (_) @name)) @variable)
`;

const powerShell = `
  (expandable_here_string_literal) @string
  (verbatim_here_string_characters) @string
  (expandable_string_literal) @string
  (verbatim_string_characters) @string
  (sub_expression) @code
  (comment) @comment
  (function_statement (function_name) @name) @function
  (class_statement . (simple_name) @name) @class
  (enum_statement . (simple_name) @name) @enum
  (class_method_definition (simple_name) @name) @method
  (class_property_definition (variable) @name) @field
  (program (statement_list
    (pipeline (assignment_expression (left_assignment_expression) @name)) @variable))
  (pipeline (pipeline_chain (command
    command_name: (_) @name
    command_elements: (command_elements
      (array_literal_expression (unary_expression (string_literal))) @name
      (array_literal_expression (unary_expression (script_block_expression))))))) @call
`;

const ini = `
  (section (section_name (text) @name)) @section
`;

const cppGrammar: Grammar = { file: "tree-sitter-cpp.wasm", query: cpp };

/**
 * By VS Code language id. SCSS and Less have none: the CSS grammar finds errors in almost every file of theirs
 * (variables, `//` comments, mixins), so its trees would mislead.
 */
export const grammars: ReadonlyMap<string, Grammar> = new Map<string, Grammar>([
  ["typescript", { file: "tree-sitter-typescript.wasm", query: typeScript }],
  ["typescriptreact", { file: "tree-sitter-tsx.wasm", query: typeScript }],
  ["javascript", { file: "tree-sitter-javascript.wasm", query: javaScript }],
  ["javascriptreact", { file: "tree-sitter-javascript.wasm", query: javaScript }],
  ["python", { file: "tree-sitter-python.wasm", query: python }],
  ["go", { file: "tree-sitter-go.wasm", query: go }],
  ["rust", { file: "tree-sitter-rust.wasm", query: rust }],
  ["java", { file: "tree-sitter-java.wasm", query: java }],
  ["c", cppGrammar],
  ["cpp", cppGrammar],
  ["csharp", { file: "tree-sitter-c-sharp.wasm", query: cSharp }],
  ["ruby", { file: "tree-sitter-ruby.wasm", query: ruby }],
  ["php", { file: "tree-sitter-php.wasm", query: php }],
  ["css", { file: "tree-sitter-css.wasm", query: css }],
  ["shellscript", { file: "tree-sitter-bash.wasm", query: bash }],
  ["powershell", { file: "tree-sitter-powershell.wasm", query: powerShell }],
  ["ini", { file: "tree-sitter-ini.wasm", query: ini }],
]);
