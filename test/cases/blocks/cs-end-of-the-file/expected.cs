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
        typeof(LogFilter),
        typeof(CacheFilter)
      ];

      // For streams:
      // options.StreamFilters = [ typeof(YourFilter) ];
    });

    return registry;
  }
}
