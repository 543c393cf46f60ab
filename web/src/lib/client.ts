/**
 * The API client, which names the arguments of each call. The page and the offline page send calls in different ways.
 */
import { CALLS, type Calls } from "./api";

export interface Call {
  name: keyof Calls;
  method: string;
  path: string;
  result: "json" | "text" | "zip" | "none";
}

export type CallParameters = Record<string, unknown>;

export function createClient(send: (call: Call, parameters: CallParameters) => Promise<unknown>): Calls {
  const functions = Object.entries(CALLS).map(([name, declaration]) => {
    const [declared, result = "json"] = declaration.split(" =");
    const [method, path, ...others] = declared!.split(" ");
    const names = [...[...path!.matchAll(/\{(\w+)\}/g)].map((found) => found[1]!), ...others];
    const call = { name, method, path, result } as Call;
    return [name, (...values: unknown[]) => send(call, nameValues(names, values))];
  });
  return Object.fromEntries(functions) as Calls;
}

function nameValues(names: string[], values: unknown[]): CallParameters {
  const pairs = names.map((name, index): [string, unknown] => [name, values[index]]);
  return Object.fromEntries(pairs.filter(([, value]) => value !== undefined));
}
