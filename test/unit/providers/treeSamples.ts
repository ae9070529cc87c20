/** A source, and what its declarations are. */
export interface Sample {
  readonly language: string;
  readonly source: string;
  /** One a line: `kind qualifier|name start/nameLine-end`, indented below its owner. */
  readonly declarations: string;
  /** What the grammar wrongly finds in the sample. */
  readonly errors?: number;
}
/** One for each grammar. */
export const samples: readonly Sample[] = [
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
    language: "go",
    source: trimmed(`
      package a

      // Doc
      type A struct {
      	x int
      }

      type (
      	B int
      	C = int
      )

      type I interface { M() }

      const X = 1
      const (
      	Y = 1
      )
      var (
      	Z, W = 1, 2
      )

      func (r *R[T]) m() { var local = 1 }
      func (r R) n() {}
      func f() {}
    `),
    declarations: trimmed(`
      struct A 3-6
        field x 4-5
      type B 8-9
      type C 9-10
      interface I 12-13
        method M 12-13
      variable X 14-15
      variable Y 16-17
      variable Z 19-20
      variable W 19-20
      method R|m 22-23
      method R|n 23-24
      function f 24-25
    `),
  },
  {
    language: "rust",
    source: trimmed(`
      /// Doc
      #[derive(A)]
      // c
      #[b]
      pub struct S { pub x: i32 }
      impl<T> Tr<T> for S<T> {
          #[inline]
          fn a(&self) { fn inner() {} let l = 1; }
          const C: i32 = 1;
      }
      impl S { fn b() {} }
      trait Tr { fn a(&self); fn d(&self) {} }
      mod m { pub static Q: i32 = 1; }
      macro_rules! mm { () => {} }
      type A = B;
      enum E { V }
      fn f() {}
    `),
    declarations: trimmed(`
      struct S 1/4-5
        field x 4-5
      impl S<T>|Tr<T> for S<T> 5-10
        method S<T>|a 6/7-8
          function inner 7-8
        variable C 8-9
      impl S|S 10-11
        method S|b 10-11
      trait Tr 11-12
        method a 11-12
        method d 11-12
      module m 12-13
        variable Q 12-13
      macro mm 13-14
      type A 14-15
      enum E 15-16
      function f 16-17
    `),
  },
  {
    language: "java",
    source: trimmed(`
      package p;
      /** Doc */
      @X
      public class A {
        @Y private int x = 1, y;
        A() {}
        @Override
        void m() {}
        interface I { int Q = 1; }
        enum E { P; void k() {} }
        record R(int a) {}
      }
    `),
    declarations: trimmed(`
      class A 2/3-12
        field x 4-5
        field y 4-5
        constructor A 5-6
        method m 6/7-8
        interface I 8-9
          field Q 8-9
        enum E 9-10
          method k 9-10
        class R 10-11
    `),
  },
  {
    language: "c",
    source: trimmed(`
      #include <stdio.h>
      #define FOO 1
      #define BAR(x) \\
        x

      struct node { int a; struct node *next; };
      typedef struct { int b; } T;
      typedef int (*callback)(int);
      enum e { P };
      static const int k = 1;
      int proto(int a);
      static char **names(void) {
        int local = 1;
      }
    `),
    declarations: trimmed(`
      macro FOO 1-2
      macro BAR 2-4
      struct node 5-6
        field a 5-6
        field next 5-6
      type T 6-7
        field b 6-7
      type callback 7-8
      enum e 8-9
      variable k 9-10
      prototype proto 10-11
      function names 11-14
    `),
  },
  {
    language: "cpp",
    source: trimmed(`
      #ifndef H
      #define H
      namespace n {
      template <class T>
      class A : B {
       public:
        A(int q) {}
        ~A();
        void m();
        int *p() { return 0; }
        bool operator==(A b) { return 1; }
        int x;
      };
      }
      int Foo::Bar::baz(int a) const { return 1; }
      Foo::operator std::string() {}
      Foo &ref() {}
      TEST(Suite,
           Name) { }
      using X = int;
      extern "C" { void q() {} }
      template <class T> void tf() {}
      #endif
    `),
    declarations: trimmed(`
      macro H 1-2
      module n 2-14
        class A 3/4-13
          method A 6-7
          method ~A 7-8
          method m 8-9
          method p 9-10
          method operator== 10-11
          field x 11-12
      method Foo::Bar|baz 14-15
      method Foo|operator std::string() 15-16
      function ref 16-17
      call TEST(Suite, Name) 17-19
      type X 19-20
      function q 20-21
      function tf 21-22
    `),
  },
  {
    language: "csharp",
    source: trimmed(`
      using X;
      namespace N;
      /// <summary>Doc</summary>
      [Attr]
      public class A {
        [B] int x = 1, y;
        public int P { get; set; }
        A() {}
        void M() { void L() {} }
        public int this[int i] => 1;
        public static A operator +(A a) => a;
      }
      record R(int a);
      struct S {}
      enum E { A }
      interface I { void M(); }
    `),
    declarations: trimmed(`
      module N 1-2
      class A 3/4-12
        field x 5-6
        field y 5-6
        property P 6-7
        constructor A 7-8
        method M 8-9
          function L 8-9
        property this 9-10
        method operator +(A a) 10-11
      class R 12-13
      struct S 13-14
      enum E 14-15
      interface I 15-16
        method M 15-16
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
/** A template's text without its first and last line and without the indentation of this file. */
function trimmed(template: string): string {
  return template
    .split("\n")
    .slice(1, -1)
    .map((line) => line.slice(6) + "\n")
    .join("");
}
