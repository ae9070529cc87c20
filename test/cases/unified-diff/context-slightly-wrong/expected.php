<?php

function page_title(array $page): string
{
    // The home page has no title of its own.
    if ($page['slug'] === 'home') {
        return SITE_NAME;
    }

    $title = htmlspecialchars($page['title']);
    return $title . ' – ' . SITE_NAME;
}

function page_url(array $page): string
{
    return BASE_URL . '/' . $page['slug'];
}
