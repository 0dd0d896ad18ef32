type Method = (...given: unknown[]) => Promise<unknown>

/** A view of the object that gives `through(method)` for each of its methods. */
export function throughEach<S extends object>(object: S, through: (method: Method) => Method): S {
  return new Proxy(object, {
    get: (target, name) => {
      const value: unknown = Reflect.get(target, name)
      return typeof value === 'function' ? through(value.bind(target) as Method) : value
    },
  })
}
