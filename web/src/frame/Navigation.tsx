/** The pages of the side that one is on, and the way to the other. */
import { Divider, NavLink, Stack } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { pagePaths } from '../../../src/pages/paths.ts';
import { useTexts } from '../base/language.tsx';
import { Icon } from '../parts/Icon.tsx';
import { usePlaces } from './places.ts';

export function Navigation() {
  const { frame } = useTexts();
  const { places, other } = usePlaces();
  return (
    <Stack gap={2} className="places">
      {places.map(({ name, sign, params }) => (
        <NavLink
          key={name}
          renderRoot={(props) => (
            <Link
              to={pagePaths[name]}
              params={params}
              activeOptions={{ exact: name === 'console' }}
              activeProps={{ 'data-active': true, 'aria-current': 'page' }}
              {...props}
            />
          )}
          label={frame.places[name]}
          leftSection={<Icon name={sign} />}
        />
      ))}
      {other !== undefined && (
        <>
          <Divider my={6} />
          <NavLink
            renderRoot={(props) => <Link to={pagePaths[other]} {...props} />}
            label={frame.otherSide[other]}
            leftSection={<Icon name={other === 'console' ? 'desk' : 'payments'} />}
          />
        </>
      )}
    </Stack>
  );
}
