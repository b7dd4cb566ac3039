/** A parameter of the path of an operation, and the index of its segment. */
export interface PathParam {
  readonly name: string;
  readonly index: number;
}

/** Returns the parameters of the path of an operation, such as `/v1/brains/{brainId}/index`. */
export function findPathParams(path: string): PathParam[] {
  return path.split("/").flatMap((segment, index) => {
    const name = pathParamName(segment);
    return name === undefined ? [] : [{ name, index }];
  });
}

/** Returns the values of path parameters as they were sent, percent-encoded. */
export function readPathParams(params: readonly PathParam[], segments: readonly string[]): Record<string, string> {
  const values: Record<string, string> = {};
  for (const { name, index } of params) values[name] = segments[index] as string;
  return values;
}

/** Returns the name of the parameter that a segment stands for, if it stands for one. */
export function pathParamName(segment: string): string | undefined {
  return segment.startsWith("{") ? segment.slice(1, -1) : undefined;
}
