namespace Printing;

public static class Pages
{
    public static int Count(int rows, int perPage)
    {
        return (rows + perPage - 1) / perPage;
    }

    public static string Label(int page, int pages)
    {
        return $"Page {page} of {pages}";
    }
}
