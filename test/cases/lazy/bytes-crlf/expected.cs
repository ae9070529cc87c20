namespace Printing;

public static class Pages
{
    public static int Count(int rows, int perPage)
    {
        if (perPage < 1)
        {
            throw new ArgumentOutOfRangeException(nameof(perPage));
        }

        return (rows + perPage - 1) / perPage;
    }

    public static string Label(int page, int pages)
    {
        return $"Page {page} of {pages}";
    }
}
