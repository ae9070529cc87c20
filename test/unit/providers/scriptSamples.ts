import { trimmed, type Sample } from "./treeSample.ts";

/** Languages that are run from their source, style sheets and settings. */
export const scriptSamples: readonly Sample[] = [
  {
    language: "typescript",
    source: trimmed(`
      /** Doc */
      @Dec()
      export class A<T> extends B {
        @In() x = 1;
        // why
        @Foo()
        // and
        @Bar()
        get y() { return 1; }
        set y(v) {}
        static z(): void;
        #p = () => {};
      }
      declare module "m" { function f(): void; }
      namespace N { const q = 1; }
      const a = 1, b = () => 2;
      export const handler = async () => {
        const local = 1;
        function nested() {}
      };
      exports.foo = function () {};
      Foo
        .prototype.bar = () => 1;
      describe("x", () => {
        it('y', async () => {});
      });
      export default { m: function () {}, k() {}, j: () => 1, n: 1 };
      abstract class Q { abstract m(): void }
      export interface I { a: string; m(): void }
      export type T = { a: 1 };
      enum E { A }
    `),
    declarations: trimmed(`
      class A 1/2-13
        field x 3-4
        getter y 5/8-9
        setter y 9-10
        method z 10-11
        field #p 11-12
      module "m" 13-14
        function f 13-14
      module N 14-15
        variable q 14-15
      variable a 15-16
      function b 15-16
      function handler 16-20
        function nested 18-19
      function exports.foo 20-21
      function Foo.prototype.bar 21-23
      call describe("x" 23-26
        call it('y' 24-25
      method m 26-27
      method k 26-27
      method j 26-27
      class Q 27-28
        method m 27-28
      interface I 28-29
        field a 28-29
        method m 28-29
      type T 29-30
      enum E 30-31
    `),
  },
  {
    language: "typescriptreact",
    source: trimmed(`
      export function App() {
        const onClick = () => {};
        return <div>{list.map((x) => <p key={x}>{x}</p>)}</div>;
      }
    `),
    declarations: trimmed(`
      function App 0-4
        function onClick 1-2
    `),
  },
  {
    language: "javascript",
    source: trimmed(`
      class A {
        x = 1;
        static async *m() {}
      }
      function* g() {}
      var v = 1;
      module.exports.f = function f() {};
      test(\`a b\`, function () {});
    `),
    declarations: trimmed(`
      class A 0-4
        field x 1-2
        method m 2-3
      function g 4-5
      variable v 5-6
      function module.exports.f 6-7
      call test(\`a b\` 7-8
    `),
  },
  {
    language: "python",
    source: trimmed(`
      """Doc"""
      import os

      # leading
      @cached
      # between
      @other(1)
      async def f(a):
          def inner():
              pass
          return inner


      class C(B):
          z: int = 1

          @property
          def p(self): return 1

          @p.setter
          def p(self, v): pass

          def m(self):
              local = 1

      LIMIT = 3
      type X = int
    `),
    declarations: trimmed(`
      function f 4/7-11
        function inner 8-10
      class C 13-24
        field z 14-15
        getter p 16/17-18
        setter p 19/20-21
        method m 22-24
      variable LIMIT 25-26
      type X 26-27
    `),
  },
  {
    language: "ruby",
    source: trimmed(`
      module M
        class A < B
          FOO = 1
          def self.x; end
          private def z
          end
          def y=(v)
          end
        end
      end
      RSpec.describe 'x' do
        it 'y' do
        end
        let(:foo) { 1 }
      end
      get '/foo' do
      end
    `),
    declarations: trimmed(`
      module M 0-10
        class A 1-9
          variable FOO 2-3
          method self|x 3-4
          method z 4-6
          method y= 6-8
      call RSpec.describe 'x' 10-15
        call it 'y' 11-13
        call let(:foo 13-14
      call get '/foo' 15-17
    `),
  },
  {
    language: "php",
    source: trimmed(`
      <?php
      namespace A;
      /** Doc */
      #[At]
      class C {
        #[P]
        public int $x = 1;
        const K = 1;
        function __construct() {}
      }
      interface I { function m(); }
      trait T {}
      enum E { case A; }
      function f() { $local = 1; }
      $cfg = [];
      Route::get('/x', function () {});
    `),
    declarations: trimmed(`
      module A 1-2
      class C 3/4-10
        field $x 5/6-7
        field K 7-8
        method __construct 8-9
      interface I 10-11
        method m 10-11
      trait T 11-12
      enum E 12-13
      function f 13-14
      variable $cfg 14-15
      call Route::get('/x' 15-16
    `),
  },
  {
    language: "css",
    source: trimmed(`
      /* Doc */
      :root { --x: 1; }
      a,
      b   > c { color: red; }
      @media (min-width: 1px) {
        .a { b: c }
      }
      @keyframes k { from { a: b } }
      @layer base { x { y: z } }
    `),
    declarations: trimmed(`
      rule :root 1-2
      rule a, b > c 2-4
      rule @media (min-width: 1px) 4-7
        rule .a 5-6
      rule @keyframes k 7-8
        rule from 7-8
      rule @layer base 8-9
        rule x 8-9
    `),
  },
  {
    language: "shellscript",
    source: trimmed(`
      #!/bin/bash
      X=1
      export Y=2
      function f { local z=1; }
      g() {
        w=1
      }
    `),
    declarations: trimmed(`
      variable X 1-2
      variable Y 2-3
      function f 3-4
      function g 4-7
    `),
  },
  {
    language: "powershell",
    source: trimmed(`
      $top = 1
      function Get-X {
        param($a)
        $local = 1
      }
      class C { [int]$x = 1; [void] M() { } }
      enum E { A }
      Describe 'x' {
        It 'y' {
        }
      }
    `),
    declarations: trimmed(`
      variable $top 0-1
      function Get-X 1-5
      class C 5-6
        field $x 5-6
        method M 5-6
      enum E 6-7
      call Describe 'x' 7-11
        call It 'y' 8-10
    `),
    // It misses a `;` after a command that ends with a script block.
    errors: 1,
  },
  {
    language: "ini",
    source: trimmed(`
      ; c
      [a]
      x = 1

      ; leads
      [b.c]
      y=2
    `),
    declarations: trimmed(`
      section a 1-3
      section b.c 5-7
    `),
  },
];
