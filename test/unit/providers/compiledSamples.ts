import { trimmed, type Sample } from "./treeSample.ts";

/** Languages that are compiled ahead of time. */
export const compiledSamples: readonly Sample[] = [
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
];
