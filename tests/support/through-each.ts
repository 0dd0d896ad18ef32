type Method = (...given: unknown[]) => Promise<unknown>

/** The same object, each of whose methods goes through `through`. */
export function throughEach<S extends object>(object: S, through: (method: Method) => Method): S {
  return new Proxy(object, {
    get: (target, name) => {
      const value: unknown = Reflect.get(target, name)
      return typeof value === 'function' ? through(value as Method) : value
    },
  })
}
