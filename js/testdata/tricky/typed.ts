// TypeScript: what its types leave behind.
enum Size { Small = 1, Large = Small * 10 }
const enum Color { Red = "red" }
namespace Shop { export const open = 1 < 2; export function has(x: number): boolean { return x === 3 || x > 5; } }
interface Thing { a?: { b: string } }
type Alias<T> = T extends string ? 1 : 2;
abstract class Base<T> { constructor(protected readonly v: T, public w = 2) {} abstract m(): boolean; }
class Sub extends Base<number> { x!: string; m(): boolean { return this.v > 1 && this.w === 2; } }
function over(a: string): string;
function over(a: number): number;
function over(a: any): any { return typeof a === "string" ? a + "!" : a + 1; }
observe("enums", () => [Size.Small < Size.Large, Size[10], Color.Red === ("red" as any)]);
observe("namespaces", () => [Shop.open, Shop.has(3), Shop.has(4)]);
observe("parameter properties", () => [new Sub(2).m(), new Sub(1, 3).w]);
observe("overloads", () => [over("a"), over(1)]);
observe("assertions", () => { const t = { a: { b: "x" } } as Thing; return [t.a!.b.startsWith("x"), (<any>t).a?.b === "x", t satisfies Thing && 1]; });
observe("generics", () => { const f = <T,>(x: T, y?: T): x is T => x === y || y === undefined; return [f(1), f(1, 2)]; });
observe("this parameters", () => { function f(this: { v: number }, n: number) { return this.v > n; } return f.call({ v: 2 }, 1); });
observe("optional members", () => { class A { a?: number; b: number = 1; declare c: string; } return Object.keys(new A()); });
