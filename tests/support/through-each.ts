type Method = (...given: unknown[]) => Promise<unknown>

/** A copy of the object with each method replaced by `through` of it. */
export function throughEach<S extends object>(object: S, through: (method: Method) => Method): S {
  return new Proxy(object, {
    get: (target, name) => {
      const value: unknown = Reflect.get(target, name)
      return typeof value === 'function' ? through(value as Method) : value
    },
  })
}
