namespace Shop;

public static class Startup
{
  public static Registry Register(this Registry registry)
  {
    registry.Configure(options =>
    {
      options.Scope = Scope.Request;
      options.Filters =
      [
        typeof(LogFilter)
      ];

      // For streams:
      // options.StreamFilters = [ typeof(YourFilter) ];
    });

    // By hand, without the generator:
    // registry.Add(typeof(LogFilter));

    return registry;
  }
}
